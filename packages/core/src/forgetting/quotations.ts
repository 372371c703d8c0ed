import { hash } from 'node:crypto';

export type Holds = (text: string) => boolean;

/** Whether a text holds one of the phrases, whatever their case and spacing. */
export function holdsAny(phrases: readonly string[]): Holds {
  const plains = phrases.map(plain);
  return (text) => {
    const said = plain(text);
    return plains.some((phrase) => said.includes(phrase));
  };
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** A phrase that is known by digests: of its first words, how many words it has, and of all of them. */
export type PhraseKey = readonly [beginning: string, words: number, whole: string];

/** Words of a beginning: two phrases rarely share so many, and a quotation has no fewer. */
const BEGINNING = 4;
/** Of base 64, 72 bits: a million phrases share none by chance. */
const DIGEST_LENGTH = 12;

/** Known by digests, any number of phrases is looked for in a text at once, in a time that depends on the text alone. */
export const phraseKeys = (salt: string, phrases: readonly string[]): PhraseKey[] =>
  phrases.flatMap((phrase): PhraseKey[] => {
    const words = wordsOf(phrase);
    return words.length < BEGINNING
      ? []
      : [[digestOf(salt, words.slice(0, BEGINNING)), words.length, digestOf(salt, words)]];
  });

/** Whether a text holds a phrase, whatever its case, spacing and punctuation. */
export function holdsKnown(salt: string, keys: Iterable<PhraseKey>): Holds {
  const lengths = new Map<string, Set<number>>();
  const wholes = new Set<string>();
  for (const [beginning, count, whole] of keys) {
    lengths.set(beginning, (lengths.get(beginning) ?? new Set()).add(count));
    wholes.add(whole);
  }
  return (text) => {
    if (wholes.size === 0) return false;
    const words = wordsOf(text);
    for (let place = 0; place + BEGINNING <= words.length; place += 1)
      for (const count of lengths.get(digestOf(salt, words.slice(place, place + BEGINNING))) ?? [])
        if (place + count <= words.length && wholes.has(digestOf(salt, words.slice(place, place + count))))
          return true;
    return false;
  };
}

/** Whether any text in a JSON value does, names of fields included. */
export function holdsWithin(value: unknown, holds: Holds): boolean {
  if (typeof value === 'string') return holds(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsWithin(item, holds));
  return Object.entries(value).some(([name, field]) => holds(name) || holdsWithin(field, holds));
}

/** The longest word of a phrase that is written in ASCII, of which lower case is the same everywhere. */
export function hintOf(phrase: string): string | undefined {
  const words = wordsOf(phrase).filter((word) => /^\w+$/.test(word));
  return words.toSorted((one, other) => other.length - one.length)[0];
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

const digestOf = (salt: string, words: readonly string[]): string =>
  hash('sha256', `${salt} ${words.join(' ')}`, 'base64').slice(0, DIGEST_LENGTH);
