import { analyze, type Token } from './analyze.ts';
import type { Language } from './language.ts';
import { isUnspaced } from './split-word.ts';

/** One distinct word of a query and how often it occurs there. */
export interface QueryWord {
  lexeme: string;
  n: number;
}

/** A search query taken apart. */
export interface ParsedQuery {
  /** What is looked for, in order of first use, phrases included and exclusions left out; at most 200. */
  words: QueryWord[];
  /** The query without its exclusions, for the embedder. */
  text: string;
  /** A tsquery that every result has to match: quoted phrases and `-word`. Null when there is neither. */
  required: string | null;
}

const WORDS_MAX = 200;
const REQUIRED_TOKENS_MAX = 200;
// A minus counts before a letter or a quote at the start of a word: `--force`, `-1` and `follow-up` exclude nothing.
// A quote opens a phrase unless it follows a word, as in `5" pipe`.
const CLAUSE = /(?<=^|\s)-"([^"]*)"|(?<![\p{L}\p{N}])"([^"]*)"|(?<=^|\s)-(\p{L}[^\s"]*)/gu;

/**
 * Takes a search query apart: any of its words may match, quoted phrases must occur, `-word` and `-"a phrase"` exclude.
 * Any text is a valid query; a quote without its partner is ignored, and so is what goes beyond 200 words or conditions.
 */
export function parseQuery(query: string, language: Language): ParsedQuery {
  const conditions: string[] = [];
  let room = REQUIRED_TOKENS_MAX;
  const addCondition = (phrase: string, excluded: boolean): void => {
    const lexemes = phraseLexemes(phrase, language);
    // The beginning of a long phrase still narrows rightly; the beginning of an exclusion would exclude too much.
    if (lexemes.length === 0 || room === 0 || (excluded && lexemes.length > room)) return;
    const kept = lexemes.slice(0, room);
    room -= kept.length;
    const tsquery = kept.join(' <-> ');
    conditions.push(`${excluded ? '!' : ''}${kept.length > 1 ? `(${tsquery})` : tsquery}`);
  };
  const text = query
    .normalize('NFKC')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(CLAUSE, (_, excludedPhrase?: string, phrase?: string, excludedWord?: string) => {
      addCondition(excludedPhrase ?? phrase ?? excludedWord ?? '', phrase === undefined);
      return ` ${phrase ?? ''} `;
    });
  return { words: countWords(text, language), text, required: conditions.join(' & ') || null };
}

/**
 * The quoted lexemes of a phrase, which follow each other in a matching text. Joined identifiers are left out, since a
 * phrase may begin or end inside one; an identifier all of whose parts were dropped (`a-b`) stands in its own place.
 */
function phraseLexemes(phrase: string, language: Language): string[] {
  const places = new Map<number, Token>();
  for (const token of analyze(phrase, language)) {
    if (!places.has(token.position)) places.set(token.position, token);
  }
  const parts = [...places.values()];
  // A single character at either end may be half of a bigram in the text, so only alone can it be asked for.
  if (parts.length > 1 && isLoneCharacter(parts.at(0))) parts.shift();
  if (parts.length > 1 && isLoneCharacter(parts.at(-1))) parts.pop();
  if (parts.length === 1 && isLoneCharacter(parts.at(0))) return [`'${parts[0]?.lexeme}':*`];
  return parts.map(({ lexeme }) => `'${lexeme}'`);
}

function isLoneCharacter(token: Token | undefined): boolean {
  return token !== undefined && isUnspaced(token.word) && Array.from(token.word).length === 1;
}

function countWords(text: string, language: Language): QueryWord[] {
  const counts = new Map<string, number>();
  for (const { lexeme } of analyze(text, language)) {
    const count = counts.get(lexeme);
    if (count !== undefined || counts.size < WORDS_MAX) counts.set(lexeme, (count ?? 0) + 1);
  }
  return [...counts].map(([lexeme, n]) => ({ lexeme, n }));
}
