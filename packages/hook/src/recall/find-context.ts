import { frameRecalled, neutralLine, RECALL_CLOSE } from '@memory/text/recall';
import type { Want } from '../host/reading.ts';
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
const FILE = { memories: 6, told: 4, tokens: 500 };

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

async function fileContext(memory: ServiceMemory, question: ContextQuestion & { file?: string | undefined }) {
  const left = tokensLeft(question);
  if (question.file === undefined) return undefined;
  const named = await memory.byFile(question.file, FILE.memories);
  // A path means the file of this project.
  const results = named.filter(({ project }) => project === undefined || project === UNKNOWN);
  const rejectedFirst = results.toSorted((a, b) => Number(isRejected(b)) - Number(isRejected(a)));
  return told(rejectedFirst, {
    ...question,
    most: FILE.told,
    tokens: Math.min(left, FILE.tokens),
    about: question.file,
  });
}

const isRejected = ({ title, passage }: RecalledMemory): boolean => REJECTED.test(`${title} ${passage}`);

interface Telling extends Pick<ContextQuestion, 'entries' | 'silent'> {
  most: number;
  tokens: number;
  about: string;
}

/** Memories that the session was not told yet, as many as fit. */
function told(
  results: readonly RecalledMemory[],
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

const linesOf = ({ ref, title, type, date, passage, note, code, project }: RecalledMemory): string[] => [
  `- [${type}${originOf(project)}] ${shortened(neutralLine(title), TITLE_MAX)} (${[ref, date].filter(Boolean).join(', ')})`,
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
