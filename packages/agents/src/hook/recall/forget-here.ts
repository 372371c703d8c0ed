import { readdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../home/find-home.ts';
import { journalEntries, journalOf, sessionFolderOf, sessionsFolder } from './session-folder.ts';
import { deadLetters, spooledSessions } from '../spool/read-spool.ts';
import { attempt, parseJson } from '../../home/attempt.ts';

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

export const isAnythingNoted = (home: Home): boolean => journals(home).length > 0;

function journals(home: Home): string[] {
  return (
    attempt(() =>
      readdirSync(sessionsFolder(home))
        .map((name) => journalOf(join(sessionsFolder(home), name)))
        .filter((path) => journalEntries(path).length > 0),
    ) ?? []
  );
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

/** Deletes waiting events that hold one of the phrases, whatever their case and spacing. @returns how many there were */
export function forgetSpooled(home: Home, phrases: readonly string[]): number {
  const plainPhrases = phrases.map(plain);
  let deleted = 0;
  for (const file of spooledFiles(home)) {
    if (!holds(file, plainPhrases)) continue;
    rmSync(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

export const isAnythingSpooled = (home: Home): boolean => spooledFiles(home).length > 0;

const spooledFiles = (home: Home): string[] => [
  ...spooledSessions(home).flatMap(({ events, unfinished }) => [...events, ...unfinished]),
  ...deadLetters(home),
];

function holds(file: string, phrases: readonly string[]): boolean {
  const text = read(file);
  const texts = [text, ...stringsOf(parseJson(text))].map(plain);
  return texts.some((each) => phrases.some((phrase) => each.includes(phrase)));
}

/** The flusher may have sent and removed it meanwhile. */
function read(file: string): string {
  return attempt(() => readFileSync(file, 'utf8')) ?? '';
}

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : [];
