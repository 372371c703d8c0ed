import type { Language } from './language.ts';
import { lexemeOf } from './lexeme-of.ts';
import { isUnspaced, splitWord } from './split-word.ts';
import { withoutContractions } from './without-contractions.ts';

/** One indexed unit of a text. */
export interface Token {
  /** The form that is stored and looked up: letters, marks and digits only, so quotes suffice to write it. */
  lexeme: string;
  /** The lower-case word it was made from. */
  word: string;
  /** Place in the text, from 0. Dropped words take none; a joined identifier shares the place of its last part. */
  position: number;
  /** True for an identifier put together from its parts: `getuserbyid` besides get, user, id. */
  joined: boolean;
}

const JOINED_CHARACTERS_MAX = 60;
/** One character may stand for 18 letters; a text of nothing else would be a memory of a megabyte. */
const EXPANSION_MAX = 2;
/** Short texts are read whole. */
const EXPANDED_MIN = 2_000;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[_\-./:][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

/**
 * The tokens of a text in order: the one analysis that keyword search, the lexical embedder and the relevance gate share.
 * Identifiers and paths come by parts, by identifier and whole; scripts without spaces as character bigrams.
 */
export function analyze(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const plain = text.normalize('NFKC').slice(0, EXPANSION_MAX * text.length + EXPANDED_MIN);
  for (const [match] of withoutContractions(plain).matchAll(WORD)) {
    position = addWord(tokens, match, position, language);
  }
  return tokens;
}

/** Appends the tokens of one word and returns the position after it. */
function addWord(tokens: Token[], match: string, start: number, language: Language): number {
  const identifiers = splitWord(match);
  const joinable = match.length <= JOINED_CHARACTERS_MAX;
  let position = start;
  for (const parts of identifiers) {
    const before = position;
    for (const part of parts) {
      if (addToken(tokens, part, position, language, false)) position += 1;
    }
    if (joinable && parts.length > 1) position = addJoined(tokens, parts, before, position, language);
  }
  if (joinable && identifiers.length > 1)
    position = addJoined(tokens, identifiers.flat(), start, position, language);
  return position;
}

/**
 * Adds the joined form at the place of its last part, so that a phrase may begin or end inside the identifier.
 * It takes a place of its own when no part was kept (`a-b`).
 */
function addJoined(tokens: Token[], parts: string[], start: number, end: number, language: Language): number {
  if (parts.some(isUnspaced)) return end; // Bigrams overlap: put together they are no word
  const place = Math.max(start, end - 1);
  return addToken(tokens, parts.join(''), place, language, true) ? place + 1 : end;
}

function addToken(
  tokens: Token[],
  raw: string,
  position: number,
  language: Language,
  joined: boolean,
): boolean {
  const lower = raw.toLowerCase();
  const lexeme = lexemeOf(lower, language);
  if (lexeme === null) return false;
  // `run_s`: the part and the identifier have one stem and one place, which PostgreSQL would count once.
  if (
    joined &&
    tokens.findLast((token) => token.position < position || token.lexeme === lexeme)?.position === position
  ) {
    return true;
  }
  tokens.push({ lexeme, word: lower, position, joined });
  return true;
}
