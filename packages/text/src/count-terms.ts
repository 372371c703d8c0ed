import { analyze } from './analyze.ts';
import type { Language } from './language.ts';
import type { WeightedPassage } from './search-text.ts';

/** Weighted frequencies in a text: a token counts as often as its passage weighs. */
export interface TermCounts {
  /** By lexeme, as the index counts them but without its limits. */
  lexemes: Map<string, number>;
  /** By lower-case word, dropped words left out. */
  words: Map<string, number>;
}

/** Counts the tokens of a text: a memory's `weightedPassages`, or a query as one passage of weight 1. */
export function countTerms(passages: readonly WeightedPassage[], language: Language): TermCounts {
  const lexemes = new Map<string, number>();
  const words = new Map<string, number>();
  for (const { text, weight } of passages) {
    for (const { lexeme, word } of analyze(text, language)) {
      lexemes.set(lexeme, (lexemes.get(lexeme) ?? 0) + weight);
      words.set(word, (words.get(word) ?? 0) + weight);
    }
  }
  return { lexemes, words };
}
