import { commitsOf } from './commits-of.ts';
import { explanationsIn } from './explanations-in.ts';
import { roleOf } from './role-of.ts';
import { clip, sentencesOf } from '@memory/text/sentences';
import type { SessionObservation } from '../session-observation.ts';

const COMMITS_MAX = 5;
/** Lines in which test runners say how many tests passed or failed. */
const TEST_COUNTS = [
  /^(?:Tests:?\s|test result:|=+ )?.{0,40}\b\d+ (?:passed|passing|failed|failing)\b/,
  /\bAll tests passed\b/,
  /\bPassed: +\d+|\bFailed: +\d+/,
  /^(?:ok|FAIL)\s+\S+\s+(?:\d|\(cached)/,
];
/** A count of files beside that of the tests in them. */
const FILE_COUNT = /\bFiles {1,20}\d/;

/** How a session ended: what was committed, which test run came last, and what the agent said of it in the end. */
export function outcomeOf(observations: readonly SessionObservation[]): string[] {
  const messages = commitsOf(observations).map((message) => `committed “${clip(message, 120)}”`);
  return [
    ...[...new Set(messages)].slice(-COMMITS_MAX),
    ...lastTestRun(observations),
    ...closingWords(observations),
  ];
}

/** A run that is older than the last change says nothing about it, and the line says so. */
function lastTestRun(observations: readonly SessionObservation[]): string[] {
  const at = observations.findLastIndex(
    (observation) =>
      ['result', 'failure'].includes(roleOf(observation)) && testCount(observation.content) !== undefined,
  );
  const count = testCount(observations[at]?.content ?? '');
  if (count === undefined) return [];
  const isOutdated = observations.slice(at + 1).some((observation) => roleOf(observation) === 'change');
  return [
    `last test run${isOutdated ? ', before the last change' : ''}: ${clip(count.replace(/\s+/g, ' '), 120)}`,
  ];
}

/** Of the last remark the sentence that explains most, else its first; with a plan for later nothing has ended. */
function closingWords(observations: readonly SessionObservation[]): string[] {
  const remark = observations.findLast((observation) => roleOf(observation) === 'remark');
  if (remark === undefined) return [];
  const explained = explanationsIn(remark.content).toSorted((a, b) => b.weight - a.weight)[0];
  const words = explained?.sentence ?? sentencesOf(remark.content)[0] ?? '';
  return words === '' ? [] : [clip(words, 240)];
}

const testCount = (content: string): string | undefined =>
  content
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => TEST_COUNTS.some((count) => count.test(line)) && !FILE_COUNT.test(line));
