import { analyze } from './analyze.ts';
import type { Language } from './language.ts';
import type { MemoryText } from './memory-text.ts';
import { weightedPassages } from './weighted-passages.ts';

/** Weighted frequency of each lexeme of a memory, as `searchText` counts them, without the limits of a tsvector. */
export function countTerms(memory: MemoryText, language: Language): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text, weight } of weightedPassages(memory)) {
    for (const { lexeme } of analyze(text, language)) counts.set(lexeme, (counts.get(lexeme) ?? 0) + weight);
  }
  return counts;
}
