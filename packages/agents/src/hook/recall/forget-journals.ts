import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import { journalEntries, journalOf, sessionFolderOf, sessionsFolder } from './session-folder.ts';

/** What is forgotten: words, and a session that goes whole. */
export interface Forgotten {
  phrases: readonly string[];
  session?: string | undefined;
}

/** Takes out of what this machine noted of its sessions all that holds a phrase. @returns how many notes that were */
export function forgetJournals(home: Home, { phrases, session }: Forgotten): number {
  if (session !== undefined) rmSync(sessionFolderOf(home, session), { recursive: true, force: true });
  const plainPhrases = phrases.map(plain);
  const holds = (text: string) => holdsPhrase(plain(text), plainPhrases);
  let gone = 0;
  for (const path of journals(home)) {
    const entries = journalEntries(path);
    const left = entries.filter((entry) => entry.k === 'unheard' || !holds(entry.text));
    if (left.length === entries.length) continue;
    gone += entries.length - left.length;
    const lines = left.map((entry) => `${JSON.stringify(entry)}\n`);
    // Renamed, so that a hook that reads meanwhile finds one or the other.
    writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return gone;
}

/** Whether this machine has noted anything of a session. */
export const isAnythingNoted = (home: Home): boolean => journals(home).length > 0;

function journals(home: Home): string[] {
  try {
    return readdirSync(sessionsFolder(home))
      .map((name) => journalOf(join(sessionsFolder(home), name)))
      .filter((path) => journalEntries(path).length > 0);
  } catch {
    return [];
  }
}

/** So much of a phrase tells it where a note ends within it. */
const TELLING = 16;

function holdsPhrase(text: string, phrases: readonly string[]): boolean {
  const end = text.endsWith('…') ? text.slice(0, -1).trimEnd() : undefined;
  return phrases.some((phrase) => {
    if (text.includes(phrase)) return true;
    const place = end?.indexOf(phrase.slice(0, TELLING)) ?? -1;
    return place !== -1 && phrase.startsWith(end?.slice(place) ?? phrase);
  });
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
