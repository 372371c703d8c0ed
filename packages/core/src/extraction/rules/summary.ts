import { DONE_HEADING, OPEN_HEADING } from '@memory/text/left-open';
import type { SessionObservation } from '../session-observation.ts';
import type { ExtractedMemory } from '../extracted-memory.ts';
import { clip, sentencesOf } from '@memory/text/sentences';
import { isGivenUp, isTelling } from './causes.ts';
import { isTakenBack } from './facts.ts';
import type { Sentence, Turn } from './turns.ts';
import { bareOf, keysIn, overlap, points } from './wording.ts';
import { marksIn, placesOf, WORTH_LEAST, worthOf, type Place } from './worth.ts';

const FILES_MAX = 6;
const FOLDERS_MAX = 6;
const LISTED_MAX = 8;
const COMMITS_MAX = 5;
const LINE_MAX = 240;
const ASKED_MAX = 120;
/** Reports that make an outcome. */
const TOLD_MAX = 2;

export interface SummaryInput {
  turns: readonly Turn[];
  memories: readonly Pick<ExtractedMemory, 'memory_type' | 'title'>[];
  open: readonly string[];
  /** Open things of earlier sessions that this one did. */
  done: readonly string[];
  /** Titles of memories that were stored while it went on. */
  stored: readonly string[];
  /** Counts, in one line. */
  headline: string;
  /** In the words of a model. */
  outcome?: string | undefined;
  /** The part of a text that may be kept, maybe none. */
  clean: (text: string) => string;
}

/** A summary in Markdown: what came of it, what changed, what was decided and found, what is open; the counts last. */
export function summaryOf(input: SummaryInput): string {
  const { turns, memories, open, done, stored, headline, outcome, clean } = input;
  const kept = (parts: readonly string[]) => parts.map(clean).filter((part) => part !== '');
  const first = kept(sentencesOf(outcome ?? '')).join(' ') || outcomeOf(input, kept);
  const section = (heading: string, parts: readonly string[]) => {
    const lines = kept(parts).map((line) => `- ${clip(line, LINE_MAX)}`);
    return lines.length === 0 ? [] : [`## ${heading}\n\n${lines.join('\n')}`];
  };
  const titled = (...types: string[]) =>
    memories
      .filter(({ memory_type, title }) => types.includes(memory_type) && !first.includes(title))
      .map(({ title }) => title);
  return [
    ...kept([first]),
    ...section('Changed', changes(turns)),
    ...section('Decided', titled('decision', 'convention')),
    ...section('Found', titled('incident', 'discovery', 'architecture', 'pattern', 'general')),
    ...section(OPEN_HEADING, open),
    ...section(DONE_HEADING, done),
    ...section('Stored', stored.slice(0, LISTED_MAX)),
    ...kept([headline]),
  ].join('\n\n');
}

/** The commits of a session, the agent's last reports of what it did since, the state of its tests; where nothing was changed its settled facts, or the answers. */
function outcomeOf(
  { turns, memories, open }: SummaryInput,
  kept: (parts: readonly string[]) => string[],
): string {
  const places = placesOf(turns);
  const commits = kept(commitsOf(turns)).slice(-COMMITS_MAX);
  const since = places.slice(turns.findLastIndex((turn) => commitsOf([turn]).length > 0) + 1);
  const changing = since.filter(({ turn }) => turn.edits.length > 0);
  const reported = (place: Place) => reportOf(place, open);
  const settled = commits.length > 0 ? [] : memories.slice(0, 2).map(({ title }) => title);
  const ladder = [
    () => changing.flatMap(reported),
    () => changing.slice(-1).flatMap(changeOf),
    () => settled,
    () => (commits.length > 0 ? [] : since.filter((place) => !isGivenUp(place)).flatMap(reported)),
  ];
  const told = ladder.map((step) => kept(step()).slice(-TOLD_MAX)).find(({ length }) => length > 0) ?? [];
  return kept([
    ...told.map((line) => `${clip(line, LINE_MAX)}.`),
    ...(commits.length === 0
      ? []
      : [`Committed: ${commits.map((subject) => `“${clip(subject, 120)}”`).join(', ')}.`]),
    ...testsOf(turns),
  ]).join(' ');
}

/** An agent announces, agrees or quotes a tool: no result. */
const ANNOUNCES =
  /^(?:here(?:['’]s| is| are)|(?:now )?(?:I['’]ll|I will|let(?:['’]s| me)|ich werde|je vais|voy a)|you(?:['’]re| are)|(?:now )?I (?:can |now )?see|read file)(?!\p{L})/iu;
/** It tells of nothing done. */
const UNDONE =
  /^(?:I|ich|je|we|wir)?[^.,:;]{0,20}(?:(?:did|have|do|could) not|(?:did|have|do|could)n['’]t|(?:noch |habe .{0,20})nicht|pas encore|todavía no)(?!\p{L})/iu;
/** With fewer telling words and numbers a report names too little. */
const MARKS_LEAST = 3;
/** Share of the words of what was asked for that a report repeats where it needs no more of it. */
const SAID = 0.5;

/** The first sentence of an agent's last answer that tells a result which holds to the end, with what was asked for where it names too little. */
function reportOf(place: Place, open: readonly string[]): string[] {
  const { agent, edits } = place.turn;
  const results = agent.filter(
    (sentence) =>
      sentence.observation === agent.at(-1)?.observation &&
      sentence.isReport === edits.length > 0 &&
      isTelling(sentence) &&
      !ANNOUNCES.test(sentence.text) &&
      worthOf(sentence, place) >= WORTH_LEAST &&
      !UNDONE.test(sentence.text) &&
      !open.some((thing) => thing.startsWith(bareOf(sentence.text))) &&
      !isTakenBack({ title: sentence.text, speaker: 'person' }, place),
  );
  const isFull = ({ text }: Sentence) => !points(bareOf(text)) && marksIn(text).size >= MARKS_LEAST;
  const [best = results[0]] = results.filter(isFull);
  if (best === undefined) return [];
  const asked = isFull(best) ? '' : askedIn(place);
  const isSaid = overlap(keysIn(asked), best.keys) > SAID;
  return [`${bareOf(best.text)}${asked === '' || isSaid ? '' : ` (${asked})`}`];
}

const askedIn = ({ turn }: Place): string =>
  clip(bareOf(turn.person.map(({ text }) => text).join(' ')), ASKED_MAX);

/** The files that a turn changed, and what was asked for. */
function changeOf(place: Place): string[] {
  const [file = '', ...others] = new Set(place.turn.edits.flatMap(({ files }) => files));
  const asked = askedIn(place);
  return [`Changed ${file}${others.length > 0 ? ` and ${others.length} more` : ''}${asked && `: ${asked}`}`];
}

/** The line that git prints for a new commit: `[main 1a2b3c4] the subject`. */
const PRINTED = /^\[[\w./-]{1,100}(?: \(root-commit\))? [\da-f]{7,40}\] (.+)$/m;
/** The message itself, or the first line of a document of the shell, as Claude Code writes it. */
const ORDERED =
  / (?:-\w{0,6}m|--message)[ =](?:"(?:\$\(cat <<-?['"]?\w{1,20}['"]?\n\s{0,20})?([^"\n]+)|'([^'\n]+))/g;

/** The subjects of the commits of a session, whether a hook reported them or a shell made them. */
function commitsOf(turns: readonly Turn[]): string[] {
  const subjects = turns.flatMap(({ commits, runs }) => [
    ...commits,
    ...runs.flatMap(({ command, failure, result }) => {
      if (failure || !command.includes('git commit')) return PRINTED.exec(result.content)?.slice(1, 2) ?? [];
      return [...command.matchAll(ORDERED)].map(([, double, single]) => double ?? single ?? '');
    }),
  ]);
  return [...new Set(subjects.map((subject) => subject.trim()))].filter((subject) => subject !== '');
}

/** Lines in which test runners say how many tests passed or failed. */
const TEST_COUNTS = [
  /^(?:Tests:?\s|test result:|=+ )?.{0,40}\b\d+ (?:passed|passing|failed|failing)\b/,
  /\bAll tests passed\b/,
  /\bPassed: +\d+|\bFailed: +\d+/,
  /^(?:ok|FAIL)\s+\S+\s+(?:\d|\(cached)/,
];
/** A count of files beside that of the tests in them. */
const FILE_COUNT = /\bFiles {1,20}\d/;

/** A run that is older than the last change says nothing about it, and the line says so. */
function testsOf(turns: readonly Turn[]): string[] {
  const runs = turns.flatMap(({ runs: own }) => own);
  const last = runs.findLast(({ result }) => countIn(result) !== undefined);
  const count = last && countIn(last.result);
  if (last === undefined || count === undefined) return [];
  const isOutdated = turns.some(({ edits }) =>
    edits.some(({ observation }) => observation.occurred_at > last.result.occurred_at),
  );
  return [
    `Last test run${isOutdated ? ', before the last change' : ''}: ${clip(count.replace(/\s+/g, ' '), 120)}.`,
  ];
}

const countIn = ({ content }: SessionObservation): string | undefined =>
  content
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => TEST_COUNTS.some((count) => count.test(line)) && !FILE_COUNT.test(line));

/** The files that were changed, the most often changed first; many are counted by folder. */
function changes(turns: readonly Turn[]): string[] {
  const counts = new Map<string, number>();
  for (const file of turns.flatMap(({ edits }) => edits.flatMap((edit) => edit.files)))
    counts.set(file, (counts.get(file) ?? 0) + 1);
  const files = [...counts].toSorted(([, a], [, b]) => b - a).map(([file]) => file);
  if (files.length <= FILES_MAX) return files;
  const folders = Object.entries(Object.groupBy(files, folderOf)).toSorted(
    ([, a = []], [, b = []]) => b.length - a.length,
  );
  const listed = folders.slice(0, FOLDERS_MAX).map(([folder, { length } = []]) => `${length} in ${folder}`);
  return [`${files.length} files: ${listed.join(', ')}`, `most often ${files.slice(0, 3).join(', ')}`];
}

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/') || 'the root';
