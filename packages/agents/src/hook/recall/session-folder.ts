import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameRecalled } from '@memory/text/recall';
import { attempt } from '../../home/attempt.ts';
import type { Home } from '../../home/find-home.ts';

/** A fact of a session to say again after a compaction, or a moment without an answer. */
export type JournalEntry = { t: number } & (
  | { k: 'unheard'; moment: string }
  | { k: 'asked' | 'decided' | 'changed'; text: string }
  | { k: 'ran'; text: string; ok: boolean }
);

export const sessionsFolder = ({ state }: Home): string => join(state, 'sessions');

export const sessionFolderOf = (home: Home, session: string): string =>
  join(sessionsFolder(home), session.replaceAll(/[^\w-]/gu, '_').slice(0, 120));

export const journalOf = (folder: string): string => join(folder, 'journal.jsonl');

export function journalEntries(path: string): JournalEntry[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    // Cut off by a kill.
    return attempt(() => (line === '' ? [] : [JSON.parse(line) as JournalEntry])) ?? [];
  });
}

/** State of one session between its events, on this machine alone. */
export class SessionFolder {
  readonly #folder: string;

  constructor(home: Home, session: string) {
    this.#folder = sessionFolderOf(home, session);
  }

  /** Appends of some hundred bytes do not mix, also from parallel programs. */
  note(...entries: JournalEntry[]): void {
    if (entries.length === 0) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    appendFileSync(this.#journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
      mode: 0o600,
    });
  }

  entries(): JournalEntry[] {
    return journalEntries(this.#journal);
  }

  isClaimed(key: string | undefined): boolean {
    return key !== undefined && existsSync(this.#claim(key));
  }

  /** @returns false where another program was first */
  claim(key: string): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#claim(key), '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  get #journal(): string {
    return journalOf(this.#folder);
  }

  #claim(key: string): string {
    return join(this.#folder, `claim-${key}`);
  }
}

/** Words of decisions and orders, as people write them. Only a hint of what to say again; the service draws memories with care. */
const DECIDES =
  /\b(?:decid(?:e|ed|ing)|decision|going with|go with|we(?:'ll| will) use|let's use|instead of|root cause|turns? out|from now on|always|never|must not|don't|do not|reject(?:ed)?|agreed)\b/iu;

/** Commands that look at something prove nothing. */
const LOOKS =
  /^(?:ls|cat|cd|pwd|echo|grep|rg|find|head|tail|wc|which|less|tree|stat|file|sed -n|git (?:status|diff|log|show|branch|blame)|gh (?:pr|issue) (?:view|list))\b/u;

const SENTENCE_MAX = 240;
const EACH_MAX = 8;
/** The block that follows has 800, and hosts take 2,000 at the least. */
const TOKENS_MAX = 1_000;

/** Sentences of what was said that decide something, at most three. */
export const decisionsIn = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .replaceAll(/([.!?])\s/gu, '$1\n')
    .split('\n')
    .map((sentence) => sentence.replace(/^[\s>*#-]+/u, '').trim())
    .filter((sentence) => sentence.length >= 20 && !sentence.endsWith('?') && DECIDES.test(sentence))
    .slice(0, 3)
    .map((sentence) => shortened(sentence, SENTENCE_MAX));

export const provesSomething = (command: string): boolean => !LOOKS.test(command.trim());

export const shortened = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
};

/** The session's own content that a compaction loses: questions, decisions, and the exact commands that worked. */
export function ownRecord(entries: readonly JournalEntry[]): string | undefined {
  const texts = (k: 'asked' | 'decided' | 'changed') =>
    entries.flatMap((entry) => (entry.k === k ? [entry.text] : []));
  const outcomes = new Map(
    entries.flatMap((entry) => (entry.k === 'ran' ? [[entry.text, entry.ok] as const] : [])),
  );
  const worked = [...outcomes].filter(([, ok]) => ok).map(([command]) => `\`${command}\``);
  const parts = [
    ['Asked:', texts('asked')],
    ['Decided or ordered:', texts('decided')],
    ['Commands that worked:', worked],
    ['Files changed:', texts('changed')],
  ] as const;
  const lines = parts.flatMap(([heading, items]) => {
    const latest = [...new Set(items)].slice(-EACH_MAX);
    return latest.length > 0 ? [heading, ...latest.map((item) => `- ${item}`)] : [];
  });
  if (lines.length === 0) return undefined;
  const framed = () =>
    frameRecalled('this session', ['From this conversation, before it was compacted.', ...lines]);
  while (estimateTokens(framed()) > TOKENS_MAX) lines.pop();
  return framed();
}

/** Four bytes a token: English is as long, and other scripts are not thought shorter than they are. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
