/** One distinct word of a query; `lexeme` holds letters and digits only. */
interface SearchWord {
  lexeme: string;
  /** How often it occurs in the query. */
  n: number;
}

export interface SearchWords {
  words: readonly SearchWord[];
  /** Alternatives of words in a memory: lexemes that follow each other. */
  alternatives: readonly (readonly string[])[];
  /** Tsqueries of quoted phrases that lift what contains them. */
  lifting: readonly string[];
}

/** An alternative is worth this share of a word: more answers questions about something else. */
export const ALTERNATIVE_WEIGHT = 0.5;

/** The words and alternatives as the statements read them: a tsquery, and the lexeme whose frequency stands for it. */
export function wordRecords({ words, alternatives }: Pick<SearchWords, 'words' | 'alternatives'>) {
  return [
    ...words.map(({ lexeme, n }) => ({ lexeme, query: `'${lexeme}'`, n, alternative: false })),
    ...alternatives.map((lexemes) => ({
      // No frequency is kept for a phrase; its longest word is usually the rarest.
      lexeme: lexemes.toSorted((a, b) => b.length - a.length)[0] ?? '',
      query: lexemes.map((lexeme) => `'${lexeme}'`).join(' <-> '),
      n: ALTERNATIVE_WEIGHT,
      alternative: true,
    })),
  ].map((word, i) => ({ i, ...word }));
}
