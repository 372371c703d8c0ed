import type { WordRows } from './word-rows.ts';

/** Parts of a word that the table does not have: rows, and how much of each. */
export interface Parts {
  rows: readonly number[];
  weight: number;
}

/** Endings of English, German, French and Spanish. */
const ENDINGS = new Set(
  'a ada adas ado ados able an ar as ción d e ed em en ent er ern es et ez ing ly ment mos n nt o on ons os r s st t te ten ung ungen x é ée ées és ó'.split(
    ' ',
  ),
);
const ENDING_MAX = 5;

/** Of a stem, and of a part of a compound. */
const STEM_MIN = 4;
const COMPOUND_MIN = 2 * STEM_MIN;

/** Compounds of up to four words are taken apart. */
const SPLITS_MAX = 2;
const PART_WEIGHT = 0.8;

const LETTERS = /^\p{L}{5,}$/u;

/**
 * The word without its ending, or the words that a compound is made of; undefined where neither is in the table. The
 * first part is as short as it may be, as in training.
 */
export function knownParts(word: string, known: WordRows, splits = SPLITS_MAX): Parts | undefined {
  if (!LETTERS.test(word)) return undefined;
  const whole = stemRow(word, known);
  if (whole !== -1) return { rows: [whole], weight: 1 };
  if (splits === 0 || word.length < COMPOUND_MIN) return undefined;
  for (let at = STEM_MIN; at <= word.length - STEM_MIN; at += 1) {
    const last = stemRow(word.slice(at), known);
    if (last === -1) continue;
    const head = word.slice(0, at);
    const first = headRow(head, known);
    if (first !== -1) return { rows: [first, last], weight: PART_WEIGHT };
    const before = head.length >= COMPOUND_MIN ? knownParts(head, known, splits - 1) : undefined;
    if (before) return { rows: [...before.rows, last], weight: PART_WEIGHT };
  }
  return undefined;
}

function stemRow(word: string, known: WordRows): number {
  const whole = known.find(word);
  if (whole !== -1) return whole;
  for (let cut = 1; cut <= ENDING_MAX && word.length - cut >= STEM_MIN; cut += 1) {
    if (!ENDINGS.has(word.slice(-cut))) continue;
    const stem = word.slice(0, -cut);
    const row = firstOf(known, stem, `${stem}e`);
    if (row !== -1) return row;
  }
  return -1;
}

/** The first part of a compound, perhaps with a letter or two that join it to the next. */
function headRow(head: string, known: WordRows): number {
  const forms = [head];
  if (head.length > STEM_MIN && /[sn]$/u.test(head)) forms.push(head.slice(0, -1));
  if (head.length > STEM_MIN + 1 && /e[sn]$/u.test(head)) forms.push(head.slice(0, -2));
  return firstOf(known, ...forms, `${head}e`);
}

function firstOf(known: WordRows, ...words: readonly string[]): number {
  for (const word of words) {
    const row = known.find(word);
    if (row !== -1) return row;
  }
  return -1;
}

const GRAM_LENGTHS = [4, 5];

/** Hashes of the groups of 4 and 5 characters of a word, its two ends marked. @param count of rows to choose from */
export function gramsOf(word: string, count: number): number[] {
  const marked = `^${word}$`;
  const grams: number[] = [];
  for (const length of GRAM_LENGTHS)
    for (let start = 0; start + length <= marked.length; start += 1) {
      let hash = 0x811c9dc5;
      for (let i = start; i < start + length; i += 1)
        hash = Math.imul(hash ^ marked.charCodeAt(i), 0x01000193);
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      grams.push(((hash ^ (hash >>> 13)) >>> 0) % count);
    }
  return grams;
}
