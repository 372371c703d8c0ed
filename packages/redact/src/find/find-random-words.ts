import type { Finding } from '../redaction.ts';

// The second half of a pair of AWS keys: 40 characters without any form, a word of their own.
const WORD = /(?<![A-Za-z0-9+/=_.%@~-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_.@~-])/g;

/** In 40 random characters, 24 differ in kind from the one before; fewer than this are names joined by `/`. */
const CHANGES_MIN = 16;
/** Characters in parts such as `Connect`: 4 of 40 random ones on average, most of a long name. */
const NAMES_MAX = 24;

/** Finds words that only a generator of AWS keys makes: of 40 letters, digits, `+` and `/`, well mixed. */
export function findRandomWords(text: string): Finding[] {
  return Array.from(text.matchAll(WORD))
    .filter(([word]) => isMixed(word) && !isText(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, kind: 'aws-key' }));
}

function isMixed(word: string): boolean {
  if (!/\d/.test(word) || !/[A-Z]/.test(word) || !/[a-z]/.test(word)) return false;
  if (lengthOf(word.match(/[A-Z][a-z]{3,}/g)) > NAMES_MAX) return false;
  const runs = word.match(/[a-z]+|[A-Z]+|\d+|[+/]+/g) ?? [];
  return runs.length > CHANGES_MIN;
}

/** Base64 of text that can be read hides nothing. */
const isText = (word: string): boolean => /^[\x20-\x7e\s]+$/.test(atob(word));

const lengthOf = (parts: readonly string[] | null): number => parts?.join('').length ?? 0;
