import { analyze, type Language, type MemoryText } from '@memory/text';

import { fnv1a } from './feature-hash.ts';

/** Weighted frequencies of the hashed features of a text: its stems, and the letter groups of its words. */
export interface HashFeatures {
  stems: Map<number, number>;
  grams: Map<number, number>;
}

const TITLE_WEIGHT = 2;
const CACHED_WORDS_MAX = 20_000;
const STEM_SEED = fnv1a('w:');
const GRAM_SEED = fnv1a('c:');
const gramCache = new Map<string, Uint32Array>();

/** The features of a memory, its title counted twice. */
export function memoryFeatures(memory: MemoryText, language: Language): HashFeatures {
  const features: HashFeatures = { stems: new Map(), grams: new Map() };
  addText(features, memory.title, TITLE_WEIGHT, language);
  for (const text of [memory.narrative, ...memory.tags, ...memory.concepts, ...memory.sourceFiles]) {
    addText(features, text, 1, language);
  }
  return features;
}

/** The features of a query. */
export function queryFeatures(query: string, language: Language): HashFeatures {
  const features: HashFeatures = { stems: new Map(), grams: new Map() };
  addText(features, query, 1, language);
  return features;
}

function addText({ stems, grams }: HashFeatures, text: string, weight: number, language: Language): void {
  for (const { lexeme, word } of analyze(text, language)) {
    add(stems, fnv1a(lexeme, STEM_SEED), weight);
    if (word.length >= 3) for (const gram of letterGroups(word)) add(grams, gram, weight);
  }
}

function add(counts: Map<number, number>, feature: number, weight: number): void {
  counts.set(feature, (counts.get(feature) ?? 0) + weight);
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
