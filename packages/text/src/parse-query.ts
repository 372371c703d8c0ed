import { analyze, type Token, isUnspaced } from './analyze.ts';
import { findAlternatives, type Alternative } from './glossary/find-alternatives.ts';
import { foreignStopwords, joinedOf, withoutWords, wordsOf } from './foreign-stopwords.ts';
import type { Language } from './language.ts';
import { isEmptyWord } from './right-to-left.ts';
import { withoutFrames } from './without-frames.ts';

/** One distinct word of a query and how often it occurs there. */
interface QueryWord {
  lexeme: string;
  n: number;
}

export interface ParsedQuery {
  /** Words in order of first use, those of phrases included and excluded ones left out; at most 200. */
  words: QueryWord[];
  /** Other words of the field for what the query says, by the glossary. */
  alternatives: Alternative[];
  /** The query without its exclusions and the lines of a stack trace beside it, for the embedder. */
  text: string;
  /** Tsqueries of quoted phrases that lift what contains them; at most 8. */
  lifting: string[];
  /** A tsquery that every result has to match: phrases as conditions, and `-word`. Null when there is neither. */
  required: string | null;
}

export interface QueryOptions {
  /** Quoted phrases are conditions whatever stands beside them. */
  exact?: boolean;
  /** Groups of words that mean the same, beside the glossary that comes along. */
  glossary?: readonly (readonly string[])[];
}

const WORDS_MAX = 200;
/** Weight of a file's name in a stack trace beside a word that was typed. */
const OF_FRAME = 0.5;
const REQUIRED_TOKENS_MAX = 200;
const LIFTING_MAX = 8;
/** A query that excludes a word is short; a longer one is pasted, and its dashes are dashes. */
const EXCLUDING_WORDS_MAX = 12;
// A minus counts before a letter or a quote at the start of a word: `--force`, `-1` and `follow-up` exclude nothing.
// A quote opens a phrase unless it follows a word, as in `5" pipe`.
const EXCLUSION = /(?<=^|\s)-(?:"([^"]*)"|(\p{L}[^\s"]*))/gu;
const PHRASE = /(?<![\p{L}\p{N}])"([^"]*)"/gu;

/**
 * Takes a search query apart: any of its words may match. Agents paste errors, commits and prose, whose quotes and dashes
 * are no operators (decision 27): a quoted phrase lifts what contains it, and is a condition only in a query of phrases
 * alone or in an `exact` one; `-word` and `-"a phrase"` exclude in a query of one line and at most 12 words.
 * Any text is a valid query; a quote without its partner is ignored, and so is what goes beyond 200 words or conditions.
 */
export function parseQuery(
  query: string,
  language: Language,
  { exact = false, glossary = [] }: QueryOptions = {},
): ParsedQuery {
  const conditions = new Conditions(language);
  const { text: asked, files } = exact ? { text: query, files: [] } : withoutFrames(query);
  let text = asked.normalize('NFKC').replaceAll(/[“”„]/g, '"');
  if (mayExclude(text))
    text = text.replaceAll(EXCLUSION, (_, phrase?: string, word?: string) => {
      conditions.add(phrase ?? word ?? '', { excluded: true });
      return ' ';
    });
  const foreign = foreignStopwords(wordsOf(text), language);
  const phrases = Array.from(text.matchAll(PHRASE), ([, phrase = '']) => phrase);
  const isCondition = exact || text.replaceAll(PHRASE, '').trim() === '';
  if (isCondition) for (const phrase of phrases) conditions.add(phrase);
  return {
    words: countWords({ text, files, foreign }, language),
    // A query for the exact words wants no others.
    alternatives: exact ? [] : findAlternatives(text, language, glossary),
    text: withoutWords(text, foreign),
    lifting: isCondition ? [] : liftingOf(phrases, language),
    required: conditions.tsquery,
  };
}

/** Several exclusions stand together at the end; dashes between other words are dashes. */
function mayExclude(query: string): boolean {
  const words = query.trim().split(/\s+/u);
  if (words.length > EXCLUDING_WORDS_MAX || /[\n\r]/.test(query.trim())) return false;
  const excluded = Array.from(query.matchAll(EXCLUSION), ([found]) => found);
  return excluded.length < 2 || query.trimEnd().endsWith(excluded.join(' '));
}

/** Conditions on every result, in so many tokens that the database takes it. */
class Conditions {
  readonly #language: Language;
  readonly #parts: string[] = [];
  #room = REQUIRED_TOKENS_MAX;

  constructor(language: Language) {
    this.#language = language;
  }

  add(phrase: string, { excluded = false } = {}): void {
    const lexemes = phraseLexemes(phrase, this.#language);
    // The beginning of a long phrase still narrows rightly; the beginning of an exclusion would exclude too much.
    if (lexemes.length === 0 || this.#room === 0 || (excluded && lexemes.length > this.#room)) return;
    const kept = lexemes.slice(0, this.#room);
    this.#room -= kept.length;
    this.#parts.push(`${excluded ? '!' : ''}${followedBy(kept)}`);
  }

  get tsquery(): string | null {
    return this.#parts.join(' & ') || null;
  }
}

function liftingOf(phrases: readonly string[], language: Language): string[] {
  const tsqueries = phrases
    .map((phrase) => phraseLexemes(phrase, language))
    .filter(({ length }) => length > 0 && length <= REQUIRED_TOKENS_MAX)
    .map(followedBy);
  return [...new Set(tsqueries)].slice(0, LIFTING_MAX);
}

function followedBy(lexemes: readonly string[]): string {
  const tsquery = lexemes.join(' <-> ');
  return lexemes.length > 1 ? `(${tsquery})` : tsquery;
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

function countWords(
  { text, files, foreign }: { text: string; files: readonly string[]; foreign: ReadonlySet<string> },
  language: Language,
): QueryWord[] {
  const counts = new Map<string, number>();
  const empty = new Set([...foreign, ...joinedOf(text, foreign)]);
  const tokens = analyze(text, language);
  const full = tokens.filter(({ word }) => !empty.has(word) && !isEmptyWord(word));
  // A question of nothing else is looked for as it stands.
  for (const { lexeme } of full.length > 0 ? full : tokens) {
    const count = counts.get(lexeme);
    if (count !== undefined || counts.size < WORDS_MAX) counts.set(lexeme, (count ?? 0) + 1);
  }
  for (const { lexeme } of analyze(files.join('\n'), language))
    if (!counts.has(lexeme) && counts.size < WORDS_MAX) counts.set(lexeme, OF_FRAME);
  return [...counts].map(([lexeme, n]) => ({ lexeme, n }));
}
