import { roleOf } from './role-of.ts';
import { clip, sentencesOf } from './sentences.ts';
import type { SessionObservation } from './session-observation.ts';

const COMMITS_MAX = 5;
const TEST_COUNT = /^(?:Tests:?\s|test result:|=+ )?.{0,40}\b\d+ (?:passed|passing)\b/;
/** A count of files beside that of the tests in them. */
const FILE_COUNT = /\bFiles {1,20}\d/;

/** How a session ended: what was committed, the last count of tests, else the last thing that was said. */
export function outcomeOf(observations: readonly SessionObservation[]): string[] {
  const commits = observations.filter((observation) => roleOf(observation) === 'commit');
  const messages = commits.map(({ content }) => `committed “${clip(content.split('\n')[0] ?? '', 120)}”`);
  const tests = observations
    .filter((observation) => ['result', 'failure'].includes(roleOf(observation)))
    .map(({ content }) => testCount(content))
    .findLast((line) => line !== undefined);
  const lines = [...new Set(messages)].slice(-COMMITS_MAX);
  if (tests !== undefined) lines.push(`last test run: ${clip(tests.replace(/\s+/g, ' '), 120)}`);
  if (lines.length > 0) return lines;
  const remark = observations.findLast((observation) => roleOf(observation) === 'remark');
  return remark === undefined ? [] : [clip(sentencesOf(remark.content)[0] ?? '', 240)];
}

const testCount = (content: string): string | undefined =>
  content
    .split('\n')
    .map((line) => line.trim())
    .find((line) => TEST_COUNT.test(line) && !FILE_COUNT.test(line));
