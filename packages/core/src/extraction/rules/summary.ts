import { DONE_HEADING, OPEN_HEADING } from '@memory/text/left-open';
import type { ExtractedMemory } from '../extracted-memory.ts';
import { clip, sentencesOf } from '@memory/text/sentences';
import { isGivenUp, isTelling } from './causes.ts';
import { isTakenBack } from './facts.ts';
import type { Turn } from './turns.ts';
import { bareOf, points } from './wording.ts';
import { marksIn, placesOf, WORTH_LEAST, worthOf, type Place } from './worth.ts';

const FILES_MAX = 6;
const LISTED_MAX = 8;
const COMMITS_MAX = 5;
const LINE_MAX = 240;
const ASKED_MAX = 120;
/** Reports that make an outcome. */
const TOLD_MAX = 2;
const DECIDED = new Set(['decision', 'convention']);

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
  const titled = (isDecided: boolean) =>
    memories
      .filter(({ memory_type, title }) => DECIDED.has(memory_type) === isDecided && !first.includes(title))
      .map(({ title }) => title);
  return [
    ...kept([first]),
    ...section('Changed', changes(turns)),
    ...section('Decided', titled(true)),
    ...section('Found', titled(false)),
    ...section(OPEN_HEADING, open),
    ...section(DONE_HEADING, done),
    ...section('Stored', stored.slice(0, LISTED_MAX)),
    ...kept([headline]),
  ].join('\n\n');
}

/** The agent's last reports of what it did since the last commit; where nothing was changed the settled facts, or its answers; commits and the state of the tests. */
function outcomeOf(
  { turns, memories, open }: SummaryInput,
  kept: (parts: readonly string[]) => string[],
): string {
  const committed = turns.map(commitsIn);
  const commits = kept([...new Set(committed.flat())]).slice(-COMMITS_MAX);
  const since = placesOf(turns).slice(committed.findLastIndex(({ length }) => length > 0) + 1);
  const changing = since.filter(({ turn }) => turn.edits.length > 0);
  const reports = (places: readonly Place[]) => places.flatMap((place) => reportOf(place, open) ?? []);
  const ladder = [
    () => reports(changing),
    () => changing.slice(-1).map(changeOf),
    () => (commits.length > 0 ? [] : memories.slice(0, TOLD_MAX).map(({ title }) => title)),
    () => (commits.length > 0 ? [] : reports(since.filter((place) => !isGivenUp(place)))),
  ];
  const told = ladder.reduce<string[]>(
    (found, step) => (found.length > 0 ? found : kept(step()).slice(-TOLD_MAX)),
    [],
  );
  const quoted = commits.map((subject) => `“${clip(subject, ASKED_MAX)}”`).join(', ');
  return kept([
    ...told.map((line) => `${clip(line, LINE_MAX)}.`),
    quoted && `Committed: ${quoted}.`,
    testsOf(turns),
  ]).join(' ');
}

/** An agent announces, agrees, quotes a tool or tells what it left out: no result. */
const NO_RESULT =
  /^(?:here(?:['’]s| is| are)|(?:now )?(?:I['’]ll|I will|let(?:['’]s| me)|ich werde|je vais|voy a)|you(?:['’]re| are)|(?:now )?I (?:can |now )?see|read file|(?:I|we) (?:did|have|do|could)(?: not|n['’]t)|noch nicht|pas encore|todavía no)(?!\p{L})/iu;

/** The first sentence of an agent's last answer that tells a result which holds to the end, with what was asked for where it names too little. */
function reportOf(place: Place, open: readonly string[]): string | undefined {
  const { agent, edits } = place.turn;
  const told = agent
    .filter(
      (sentence) =>
        sentence.observation === agent.at(-1)?.observation &&
        sentence.isReport === edits.length > 0 &&
        isTelling(sentence) &&
        !NO_RESULT.test(sentence.text) &&
        marksIn(sentence.text).size > 1 &&
        worthOf(sentence, place) >= WORTH_LEAST &&
        !open.some((thing) => thing.startsWith(bareOf(sentence.text))) &&
        !isTakenBack(sentence.text, place, { tellsValue: true }),
    )
    .map(({ text }) => bareOf(text));
  return told.find((text) => !points(text)) ?? (told[0] && `${told[0]} (${askedIn(place)})`);
}

const askedIn = ({ turn }: Place): string =>
  clip(bareOf(turn.person.map(({ text }) => text).join(' ')), ASKED_MAX);

/** The files that a turn changed, and what was asked for. */
function changeOf(place: Place): string {
  const [file = '', ...others] = new Set(place.turn.edits.flatMap(({ files }) => files));
  const asked = askedIn(place);
  return `Changed ${file}${others.length > 0 ? ` and ${others.length} more` : ''}${asked && `: ${asked}`}`;
}

/** The line that git prints for a new commit: `[main 1a2b3c4] the subject`. */
const PRINTED = /^\[[\w./-]{1,100}(?: \(root-commit\))? [\da-f]{7,40}\] (.+)$/m;
/** The message itself, or the first line of a document of the shell, as Claude Code writes it. */
const ORDERED =
  / (?:-\w{0,6}m|--message)[ =](?:"(?:\$\(cat <<-?['"]?\w{1,20}['"]?\n\s{0,20})?([^"\n]+)|'([^'\n]+))/g;

/** The subjects of the commits of a turn, whether a hook reported them or a shell made them. */
function commitsIn({ commits, runs }: Turn): string[] {
  const made = runs.flatMap(({ command, failure, result }) =>
    failure || !command.includes('git commit')
      ? (PRINTED.exec(result.content)?.slice(1, 2) ?? [])
      : [...command.matchAll(ORDERED)].map(([, double, single]) => double ?? single ?? ''),
  );
  return [...commits, ...made].map((subject) => subject.trim()).filter((subject) => subject !== '');
}

/** Lines in which test runners say how many tests passed or failed. */
const TEST_COUNTS =
  /^(?:Tests:?\s|test result:|=+ )?.{0,40}\b\d+ (?:passed|passing|failed|failing)\b|\bAll tests passed\b|\b(?:Passed|Failed): +\d|^(?:ok|FAIL)\s+\S+\s+(?:\d|\(cached)/;
/** A count of files beside that of the tests in them. */
const FILE_COUNT = /\bFiles {1,20}\d/;

/** The last count of tests; a run that is older than the last change says nothing about it, and the line says so. */
function testsOf(turns: readonly Turn[]): string {
  const counts = turns.flatMap(({ runs }) =>
    runs.flatMap(({ result: { content, occurred_at } }) => {
      const lines = content.split('\n').map((line) => line.trim());
      const count = lines.findLast((line) => TEST_COUNTS.test(line) && !FILE_COUNT.test(line));
      return count === undefined ? [] : [{ count: clip(count.replace(/\s+/g, ' '), 120), occurred_at }];
    }),
  );
  const last = counts.at(-1);
  if (last === undefined) return '';
  const edits = turns.flatMap((turn) => turn.edits);
  const isOutdated = edits.some(({ observation }) => observation.occurred_at > last.occurred_at);
  return `Last test run${isOutdated ? ', before the last change' : ''}: ${last.count}.`;
}

/** Names with what bears them, those of the most first. */
const byCount = (all: readonly string[], nameOf: (each: string) => string) =>
  Object.entries(Object.groupBy(all, nameOf))
    .map(([name, bearers = []]) => ({ name, count: bearers.length }))
    .toSorted((a, b) => b.count - a.count);

/** The files that were changed, the most often changed first; many are counted by folder. */
function changes(turns: readonly Turn[]): string[] {
  const changed = turns.flatMap(({ edits }) => edits.flatMap((edit) => edit.files));
  const files = byCount(changed, (file) => file).map(({ name }) => name);
  if (files.length <= FILES_MAX) return files;
  const folders = byCount(files, (file) => file.split('/').slice(0, -1).join('/') || 'the root');
  const listed = folders.slice(0, FILES_MAX).map(({ name, count }) => `${count} in ${name}`);
  return [`${files.length} files: ${listed.join(', ')}`, `most often ${files.slice(0, 3).join(', ')}`];
}
