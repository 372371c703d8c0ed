import { readFileSync, rmSync } from 'node:fs';
import type { Home } from '../../home/find-home.ts';
import { deadLetters, spooledSessions } from './read-spool.ts';

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

/** Whether any event waits on this machine. */
export const isAnythingSpooled = (home: Home): boolean => spooledFiles(home).length > 0;

const spooledFiles = (home: Home): string[] => [
  ...spooledSessions(home).flatMap(({ events, unfinished }) => [...events, ...unfinished]),
  ...deadLetters(home),
];

function holds(file: string, phrases: readonly string[]): boolean {
  const text = read(file);
  const texts = [text, ...stringsOf(parse(text))].map(plain);
  return texts.some((each) => phrases.some((phrase) => each.includes(phrase)));
}

/** The flusher may have sent and removed it meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsOf)
      : [];

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
