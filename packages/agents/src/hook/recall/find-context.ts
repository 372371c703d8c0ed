import { frameRecalled, neutralLine, RECALL_CLOSE } from '@memory/text/recall';
import type { Want } from '../host/reading.ts';
import type { EditedNames } from './edited-names.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { ownRecord, shortened } from './own-record.ts';
import type { RecalledMemory, ServiceMemory } from './service-memory.ts';
import type { JournalEntry, ToldMemory } from './session-folder.ts';

/** What every host takes, with room to spare: 10,000 characters with Claude Code, 2,500 tokens with Codex. */
const CHARACTERS_MAX = 9_000;
const TOKENS_MAX = 2_000;

/** Beyond the block, in any hour of a session. */
const HOURLY_TOKENS = 1_200;
const HOUR_MS = 3_600_000;

const BLOCK_MEMORIES = 15;
const SUBAGENT = { memories: 5, tokens: 400 };
const PROMPT = { memories: 3, tokens: 500 };
const FILE = { memories: 12, named: 10, told: 4, tokens: 500 };
/** What names a symbol need not be about much else: that it is tied to it is looked at. */
const NAMED_GATE = 0.05;

/**
 * A prompt is no question to the memory: what is told unasked must bear on it for sure. By the scale of `memory_search`,
 * whose default is 0.15. Fitted by `npm run bench -- prompt-gate`: of the questions of the held-out half 97 % are told something,
 * always with the right memory among it; of those without an answer 8 %, at 0.15 25 %.
 */
const PROMPT_GATE = 0.5;
/** “Go on”, “yes, do it”. */
const PROMPT_WORDS_MIN = 3;
const QUERY_MAX = 1_000;

/** What did not work is worth most before it is tried again. */
const REJECTED =
  /\b(?:reject|tried|abandon|revert|roll(?:ed)? back|did ?n[o']t work|does ?n[o']t work|fail(?:ed|s)|avoid|never|must not|do not|don't|instead of|no longer|broke|regression)/iu;

export interface ContextQuestion {
  want: Want;
  session: string;
  /** The body that opens the session with the service. */
  start: Readonly<Record<string, unknown>>;
  prompt?: string | undefined;
  /** Relative to the project. */
  file?: string | undefined;
  /** Names of the part of that file that an edit is about. */
  edited?: (() => EditedNames) | undefined;
  entries: readonly JournalEntry[];
  silent: ReadonlySet<string>;
  now: number;
}

export interface FoundContext {
  text: string;
  tokens: number;
  /** Not counted to what is told in an hour. */
  isBlock: boolean;
  memories: ToldMemory[];
}

/** What is told at a moment, framed and within all limits; undefined where nothing is worth it. @throws without an answer */
export async function findContext(
  memory: ServiceMemory,
  question: ContextQuestion,
): Promise<FoundContext | undefined> {
  const { want, prompt } = question;
  if (want === 'prompt') return promptContext(memory, question);
  if (want === 'file') return fileContext(memory, question);
  if (want === 'compacted') return compactedContext(memory, question);
  const isSubagent = want === 'subagent';
  const block = await blockOf(memory, question, {
    memoriesMax: isSubagent ? SUBAGENT.memories : BLOCK_MEMORIES,
    task: prompt,
  });
  return block === undefined ? undefined : found(fitted(block, isSubagent ? SUBAGENT.tokens : TOKENS_MAX));
}

async function blockOf(
  memory: ServiceMemory,
  { session, start }: ContextQuestion,
  { memoriesMax, task }: { memoriesMax: number; task?: string | undefined },
): Promise<string | undefined> {
  await memory.startSession(start);
  const block = await memory.block(session, { memoriesMax, task: task?.slice(0, QUERY_MAX) });
  if (block === undefined || /\nNothing is remembered (?:of this project )?yet\.\n/u.test(block))
    return undefined;
  // So that the agent's own `memory_store` can say what it came from.
  return block.replace(
    RECALL_CLOSE,
    `\nThis conversation is session_id ${neutralLine(session)}.\n${RECALL_CLOSE}`,
  );
}

/** The session's own record needs no service; the block comes with it where the service answers. */
async function compactedContext(memory: ServiceMemory, question: ContextQuestion) {
  const own = ownRecord(question.entries);
  const block = await blockOf(memory, question, { memoriesMax: BLOCK_MEMORIES }).catch((error: unknown) => {
    if (own === undefined) throw error;
    return undefined;
  });
  const parts = [own === undefined ? undefined : fitted(own, TOKENS_MAX / 2), block];
  const text = parts.filter((part) => part !== undefined).join('\n');
  return text === '' ? undefined : found(fitted(text, TOKENS_MAX));
}

async function promptContext(memory: ServiceMemory, { prompt = '', ...question }: ContextQuestion) {
  const left = tokensLeft(question);
  if ((prompt.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length < PROMPT_WORDS_MIN) return undefined;
  const results = await memory.search(prompt.slice(0, QUERY_MAX), {
    // More than are told, since some were told before.
    limit: PROMPT.memories * 2,
    minScore: PROMPT_GATE,
  });
  return told(results, {
    ...question,
    most: PROMPT.memories,
    tokens: Math.min(left, PROMPT.tokens),
    about: 'what was asked',
  });
}

/** What is known of the symbols that an edit changes, then of what it calls, then of the rest of the file. */
async function fileContext(memory: ServiceMemory, question: ContextQuestion) {
  const left = tokensLeft(question);
  const { file } = question;
  if (file === undefined) return undefined;
  const edited = question.edited?.() ?? { within: [], called: [] };
  const names = [...edited.within, ...edited.called];
  const [named, searched] = await Promise.all([
    memory.byFile(file, FILE.memories),
    // Without them what stands at the file is told all the same.
    names.length === 0
      ? []
      : memory.search(names.join(' '), { limit: FILE.named, minScore: NAMED_GATE }).catch(() => []),
  ]);
  const byRef = new Map(named.map((one) => [one.ref, { ...one, bearing: bearingOn(one, { file, edited }) }]));
  for (const one of searched) {
    const bearing = bearingOn(one, { file, edited });
    if (bearing.rank < OF_THE_FILE && !byRef.has(one.ref)) byRef.set(one.ref, { ...one, bearing });
  }
  const results = [...byRef.values()]
    // A path means the file of this project.
    .filter(({ project }) => project === undefined || project === UNKNOWN)
    .toSorted((a, b) => a.bearing.rank - b.bearing.rank || weightOf(b) - weightOf(a))
    .map(({ bearing, ...one }) => ({ ...one, about: bearing.about }));
  return told(results, {
    ...question,
    most: FILE.told,
    tokens: Math.min(left, FILE.tokens),
    about: file,
  });
}

const OF_THE_FILE = 2;
const OF_ANOTHER_PART = 3;
const BINDING = new Set(['decision', 'convention', 'incident', 'architecture']);

/** What was rejected comes first, then what binds. */
const weightOf = (one: RecalledMemory): number => (isRejected(one) ? 2 : 0) + (BINDING.has(one.type) ? 1 : 0);

/** How near a memory is to what an edit is about, and in a clause of what it is. */
function bearingOn(
  { anchors = [], title, passage, type }: RecalledMemory,
  { file, edited }: { file: string; edited: EditedNames },
): { rank: number; about?: string } {
  const isHere = ({ path }: { path: string }) => path === file || path.endsWith(`/${file}`);
  const symbols = anchors.filter(({ name }) => name !== '');
  const changed = symbols.find((one) => isHere(one) && edited.within.includes(lastOf(one.name)));
  if (changed) return { rank: 0, about: `${changed.name}, which this edit changes` };
  // What nothing is tied to says itself what it is about.
  const said =
    anchors.length === 0 ? edited.within.find((name) => isNamedIn(name, `${title} ${passage}`)) : undefined;
  if (said !== undefined) return { rank: 0, about: `${said}, which this edit changes` };
  const called = symbols.find(({ name }) => edited.called.includes(lastOf(name)));
  if (called && BINDING.has(type)) return { rank: 1, about: `${called.name}, which this edit calls` };
  const isElsewhere = edited.within.length > 0 && symbols.length > 0;
  return { rank: isElsewhere && type !== 'convention' ? OF_ANOTHER_PART : OF_THE_FILE };
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A name that is no word of the language, where it stands for itself. */
const isNamedIn = (name: string, text: string): boolean =>
  /[A-Za-z\d]_\w|[a-z\d][A-Z]/u.test(name) && text.split(/[^\w$]+/u).includes(name);

const isRejected = ({ title, passage }: RecalledMemory): boolean => REJECTED.test(`${title} ${passage}`);

interface Telling extends Pick<ContextQuestion, 'entries' | 'silent'> {
  most: number;
  tokens: number;
  about: string;
}

/** Memories that the session was not told yet, as many as fit. */
function told(
  results: readonly ToldRow[],
  { entries, silent, most, tokens, about }: Telling,
): FoundContext | undefined {
  const known = new Set(
    entries.flatMap((entry) => (entry.k === 'told' ? entry.memories.map(({ ref }) => ref) : [])),
  );
  const fresh = results.filter(({ ref }) => !known.has(ref) && !silent.has(ref)).slice(0, most);
  for (let count = fresh.length; count > 0; count -= 1) {
    const memories = fresh.slice(0, count);
    const text = frameRecalled(neutralLine(about).replaceAll('"', ''), memories.flatMap(linesOf));
    if (estimateTokens(text) <= tokens)
      return { text, tokens: estimateTokens(text), isBlock: false, memories: memories.map(asTold) };
  }
  return undefined;
}

const asTold = ({ ref, title, files }: RecalledMemory): ToldMemory => ({ ref, title, files });

/** A title is one line; a longer one would keep others out. */
const TITLE_MAX = 200;

/** What the service says of a memory without a project. */
const UNKNOWN = 'unknown';

interface ToldRow extends RecalledMemory {
  about?: string | undefined;
}

const linesOf = ({ ref, title, type, date, passage, note, code, project, about }: ToldRow): string[] => [
  `- [${type}${originOf(project)}] ${shortened(neutralLine(title), TITLE_MAX)} (${[ref, date].filter(Boolean).join(', ')})`,
  ...(about === undefined ? [] : [`  About ${neutralLine(about)}`]),
  ...(note === undefined ? [] : [`  ${neutralLine(note)}`]),
  ...(code === undefined || code === 'current' ? [] : [`  Code ${neutralLine(code)}`]),
  ...(passage === '' ? [] : [`  ${shortened(neutralLine(passage), 400)}`]),
];

const originOf = (project: string | undefined): string => {
  if (project === undefined) return '';
  return project === UNKNOWN ? ', project unknown' : `, of ${neutralLine(project)}`;
};

/** With less nothing of worth can be told. */
const TELLING_MIN = 200;

/** Whether so much was told in this hour that a prompt or a file has to wait. */
export const isToldEnough = ({
  want,
  ...telling
}: Pick<ContextQuestion, 'want' | 'entries' | 'now'>): boolean =>
  (want === 'prompt' || want === 'file') && tokensLeft(telling) < TELLING_MIN;

/** What may still be told in this hour. A clock that was set back counts as no time at all. */
function tokensLeft({ entries, now }: Pick<ContextQuestion, 'entries' | 'now'>): number {
  return entries.reduce(
    (left, entry) =>
      entry.k === 'told' && !entry.isBlock && entry.t > now - HOUR_MS ? left - entry.tokens : left,
    HOURLY_TOKENS,
  );
}

/** A framed text within its limit: whole lines are left out before the frame closes. */
function fitted(text: string, tokens: number): string {
  const lines = text.split('\n');
  while (
    lines.length > 2 &&
    (estimateTokens(lines.join('\n')) > tokens || lines.join('\n').length > CHARACTERS_MAX)
  )
    lines.splice(-2, 1);
  return lines.join('\n');
}

/** A block names its memories by `(ref, date)` at the end of a line. */
function found(text: string): FoundContext {
  const memories = text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf(' (');
    const [ref = '', date = ''] = line.slice(at + 2, -1).split(', ');
    const isMemory =
      line.startsWith('- ') && at > 0 && /^[\w-]+$/u.test(ref) && /^\d{4}-\d\d-\d\d$/u.test(date);
    return isMemory ? [{ ref, title: line.slice(2, at), files: [] }] : [];
  });
  return { text, tokens: estimateTokens(text), isBlock: true, memories };
}
