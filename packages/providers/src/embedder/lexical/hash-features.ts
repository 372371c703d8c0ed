import type { TermCounts } from '@memory/text';

import { fnv1a } from './feature-hash.ts';

/** Weighted frequencies of the hashed features of a text: its stems, and the letter groups of its words. */
export interface HashFeatures {
  stems: Map<number, number>;
  grams: Map<number, number>;
}

const CACHED_WORDS_MAX = 20_000;
const STEM_SEED = fnv1a('w:');
const GRAM_SEED = fnv1a('c:');
const gramCache = new Map<string, Uint32Array>();

/** The hashed features of a text. */
export function hashFeatures({ lexemes, words }: TermCounts): HashFeatures {
  const stems = new Map<number, number>();
  const grams = new Map<number, number>();
  for (const [lexeme, count] of lexemes) add(stems, fnv1a(lexeme, STEM_SEED), count);
  for (const [word, count] of words) {
    if (word.length >= 3) for (const gram of letterGroups(word)) add(grams, gram, count);
  }
  return { stems, grams };
}

/** Every feature of a text, some more than once. */
export function eachFeature({ lexemes, words }: TermCounts, visit: (feature: number) => void): void {
  for (const lexeme of lexemes.keys()) visit(fnv1a(lexeme, STEM_SEED));
  for (const word of words.keys()) {
    if (word.length >= 3) for (const gram of letterGroups(word)) visit(gram);
  }
}

function add(counts: Map<number, number>, feature: number, count: number): void {
  counts.set(feature, (counts.get(feature) ?? 0) + count);
}

/** Hashes of the groups of 3 and 4 letters of a word, its two ends marked, so that spellings and compounds meet. */
function letterGroups(word: string): Uint32Array {
  let grams = gramCache.get(word);
  if (!grams) {
    if (gramCache.size >= CACHED_WORDS_MAX) gramCache.clear();
    const marked = `^${word}$`;
    const hashes: number[] = [];
    for (const size of [3, 4]) {
      for (let i = 0; i + size <= marked.length; i++)
        hashes.push(fnv1a(marked.slice(i, i + size), GRAM_SEED));
    }
    gramCache.set(word, (grams = Uint32Array.from(hashes)));
  }
  return grams;
}
