import { changedFiles } from './rules/changed-files.ts';
import { exchangeFindings, type ExchangeFinding } from './rules/exchange-findings.ts';
import { failureEpisodes, type FailureEpisode } from './rules/failure-episodes.ts';
import { failureLine } from './rules/failure-line.ts';
import { findStatement, type Statement } from './rules/find-statement.ts';
import { outcomeOf } from './rules/outcome-of.ts';
import { prepareObservations } from './prepare-observations.ts';
import { roleOf } from './rules/role-of.ts';
import { clip, sentencesOf } from '@memory/text/sentences';
import { sessionLine } from './session-line.ts';
import type { SessionFacts, SessionObservation } from './session-observation.ts';

export interface SummaryInput {
  session: SessionFacts;
  observations: readonly SessionObservation[];
  memoriesStored: readonly { title: string }[];
  /** How many memories the observations come to. */
  memoriesDrawn: number;
}

type Statements = ReadonlyMap<SessionObservation, Statement | undefined>;

const REQUESTS_MAX = 4;
const FILES_MAX = 6;
const FOLDERS_MAX = 6;
const DECISIONS_MAX = 6;
const EPISODES_MAX = 6;
const CAUSES_MAX = 4;

// Only a check that still fails is worth a line; a look at a file that is not there is not.
const CHECK =
  /\b(?:tests?|vitest|jest|pytest|tsc|\w*lint|build|check|compile|deploy|migrate|make|cargo|gradle|mvn)\b/;

/**
 * A summary taken from the observations' own words, without a text generator: what was asked, what was changed,
 * decided, failed and fixed, and how it ended. The same observations give the same text. Without observations it is
 * one line of what is known about the session (decision 36).
 */
export function summarizeSession({
  session,
  observations,
  memoriesStored,
  memoriesDrawn,
}: SummaryInput): string {
  const prepared = prepareObservations(observations);
  // Read once: overlapping failures would ask for the same observation again and again.
  const statements = new Map(prepared.map((observation) => [observation, findStatement(observation)]));
  const headline = sessionLine(session, {
    observations: prepared.length,
    stored: memoriesStored.length,
    drawn: memoriesDrawn,
  });
  const findings = exchangeFindings(prepared);
  const decided = decisions(findings, [...statements.values()]);
  const told = troubles(failureEpisodes(prepared), statements);
  const found = causes(findings, statements).filter((line) => !isTold(line, told));
  return [
    headline,
    section('Asked', requests(prepared)),
    changes(prepared),
    section('Decided', decided),
    ...told,
    section('Cause', found),
    // The last thing that was said may be the decision or the cause.
    section(
      'Outcome',
      outcomeOf(prepared).filter((line) => !isTold(line, [...decided, ...told, ...found])),
    ),
    prepared.length > 0
      ? section(
          'Stored',
          memoriesStored.slice(0, 5).map(({ title }) => title),
        )
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Whether other lines hold it, with its label or without. */
function isTold(line: string, others: readonly string[]): boolean {
  const bare = line.replace(/^[A-Za-z ]{1,20}: /, '').toLowerCase();
  return others.some((other) => other.toLowerCase().includes(bare));
}

function section(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `${name}: ${lines[0]}`
    : [`${name}:`, ...lines.map((line) => `- ${line}`)].join('\n');
}

function requests(observations: readonly SessionObservation[]): string[] {
  const asked = observations
    .filter((observation) => roleOf(observation) === 'request')
    .map(({ content }) => clip(sentencesOf(content).slice(0, 2).join(' '), 300));
  return [...new Set(asked)].slice(0, REQUESTS_MAX);
}

function changes(observations: readonly SessionObservation[]): string {
  const files = changedFiles(observations);
  if (files.length === 0) return '';
  if (files.length <= FILES_MAX) return `Changed: ${files.join(', ')}`;
  const folders = Object.entries(Object.groupBy(files, folderOf)).toSorted(
    ([, a = []], [, b = []]) => b.length - a.length,
  );
  const counts = folders.slice(0, FOLDERS_MAX).map(([folder, { length } = []]) => `${length} in ${folder}`);
  return `Changed: ${files.length} files: ${counts.join(', ')}; most often ${files.slice(0, 3).join(', ')}`;
}

function folderOf(file: string): string {
  return file.split('/').slice(0, -1).join('/') || 'the root';
}

function decisions(
  findings: readonly ExchangeFinding[],
  statements: readonly (Statement | undefined)[],
): string[] {
  const spoken = findings.filter(({ type }) => type === 'decision' || type === 'convention');
  const stated = statements.flatMap((statement) =>
    statement?.type === 'decision' || statement?.type === 'convention' ? [statement] : [],
  );
  const lines = [...stated, ...spoken].map(({ sentence }) => clip(sentence, 240));
  return [...new Set(lines)].slice(0, DECISIONS_MAX);
}

function causes(findings: readonly ExchangeFinding[], statements: Statements): string[] {
  const stated = [...statements.values()].filter((statement) => statement?.type === 'incident');
  const spoken = findings.filter(({ type }) => type === 'incident');
  const lines = [...stated, ...spoken].flatMap((each) => (each ? [clip(each.sentence, 200)] : []));
  return [...new Set(lines)].slice(0, CAUSES_MAX);
}

function troubles(episodes: readonly FailureEpisode[], statements: Statements): string[] {
  const told = episodes.map((episode) => ({
    ...episode,
    message: messageOf(episode),
    causes: causesOf(episode, statements),
  }));
  const fixed = told.filter(({ success }) => success !== undefined);
  const open = told.filter(({ success, command }) => success === undefined && CHECK.test(command));
  // What was found out says most. A failure of which nothing is known but its exit code says nothing.
  const explained = fixed.filter(({ causes }) => causes.length > 0);
  const unexplained = fixed.filter(({ causes, message }) => causes.length === 0 && message !== '');
  return [
    section('Failed and fixed', [...explained, ...unexplained].slice(0, EPISODES_MAX).map(describe)),
    section('Still failing', open.slice(-2).map(describe)),
  ];
}

function describe({
  command,
  message,
  causes,
}: {
  command: string;
  message: string;
  causes: string[];
}): string {
  const facts = [clip(command, 80), message].filter((fact) => fact !== '');
  return [facts.join(': '), ...causes.slice(0, 2).map((cause) => clip(cause, 200))].join(' → ');
}

/** What the first failure said that says anything. */
function messageOf({ failures }: FailureEpisode): string {
  return failures.map(({ content }) => failureLine(content)).find((line) => line !== '') ?? '';
}

function causesOf({ between }: FailureEpisode, statements: Statements): string[] {
  return between
    .map((observation) => statements.get(observation))
    .flatMap((statement) => (statement?.type === 'incident' ? [statement.sentence] : []));
}
