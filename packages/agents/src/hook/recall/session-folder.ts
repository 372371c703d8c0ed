import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import { attempt } from '../../home/attempt.ts';

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
