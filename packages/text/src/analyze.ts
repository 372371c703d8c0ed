import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as danishStopwords } from '@orama/stopwords/danish';
import { stopwords as dutchStopwords } from '@orama/stopwords/dutch';
import { stopwords as englishStopwords } from '@orama/stopwords/english';
import { stopwords as finnishStopwords } from '@orama/stopwords/finnish';
import { stopwords as frenchStopwords } from '@orama/stopwords/french';
import { stopwords as germanStopwords } from '@orama/stopwords/german';
import { stopwords as italianStopwords } from '@orama/stopwords/italian';
import { stopwords as norwegianStopwords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStopwords } from '@orama/stopwords/portuguese';
import { stopwords as russianStopwords } from '@orama/stopwords/russian';
import { stopwords as spanishStopwords } from '@orama/stopwords/spanish';
import { stopwords as swedishStopwords } from '@orama/stopwords/swedish';
import { stemmer as porter } from 'stemmer';
import type { Language } from './language.ts';
import { bareWord } from './right-to-left.ts';

/** One indexed unit of a text. */
export interface Token {
  /** The form that is stored and looked up: letters, marks and digits only, so quotes suffice to write it. */
  lexeme: string;
  /** The lower-case word it was made from. */
  word: string;
  /** Place in the text, from 0. Dropped words take none; a joined identifier shares the place of its last part. */
  position: number;
  /** True for another form of what stands there: `getuserbyid` besides get, user, id, or a word without its article. */
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
 * Identifiers and paths come by parts, by identifier and whole; scripts without spaces as character bigrams; words of Hebrew,
 * Arabic and Persian also without what is written together with them.
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
  const bare = joined ? undefined : bareWord(lower);
  if (bare) tokens.push({ lexeme: lexemeOf(bare, language) ?? bare, word: lower, position, joined: true });
  return true;
}

/** Rules of a language: its empty words, the words a stemmer may touch, and the stemmer (lower case in and out). */
export interface LanguageRules {
  stopwords: ReadonlySet<string>;
  stemmable: RegExp;
  stem: (word: string) => string;
}

/**
 * How each language's rules are made. Functions, and not the rules themselves: a process needs those of few languages, and
 * what does nothing when it is read can be left out of the bundle of a function that analyses no text.
 */
const makers = {
  // English text is full of names in other alphabets and of codes: only plain words of three letters are stemmed. The
  // Snowball package's own English stemmer cuts `distribution` to `distribu` and `distributed` to `distribut`, so English has another.
  english: () => ({
    stopwords: new Set(englishStopwords.map(withoutContractions)),
    stemmable: /^[a-z]{3,}$/,
    stem: porter,
  }),
  simple: () => ({ stopwords: new Set<string>(), stemmable: /^(?!)/, stem: (word: string) => word }),
  danish: () => snowball(danish, danishStopwords),
  dutch: () => snowball(dutch, dutchStopwords),
  finnish: () => snowball(finnish, finnishStopwords),
  french: () => snowball(french, frenchStopwords),
  german: () => snowball(german, germanStopwords),
  italian: () => snowball(italian, italianStopwords),
  norwegian: () => snowball(norwegian, norwegianStopwords),
  portuguese: () => snowball(portuguese, portugueseStopwords),
  russian: () => snowball(russian, russianStopwords),
  spanish: () => snowball(spanish, spanishStopwords),
  swedish: () => snowball(swedish, swedishStopwords),
} satisfies Record<Language, () => LanguageRules>;

const made: Partial<Record<Language, LanguageRules>> = {};

export const languageRules = (language: Language): LanguageRules => (made[language] ??= makers[language]());

function snowball(stem: (word: string) => string, stopwords: readonly string[]): LanguageRules {
  return { stopwords: new Set(stopwords), stemmable: /^\p{L}{3,}$/u, stem };
}

const LEXEME_CHARACTERS_MAX = 64;
const CACHED_WORDS_MAX = 50_000;
const caches = new Map<Language, Map<string, string | null>>();

/**
 * The form under which a lower-case word is indexed: stemmed, without Latin, Greek or Cyrillic accents, at most 64
 * characters (a SHA-256 stays whole). Null for stopwords and, except in `simple`, for single Latin letters.
 */
function lexemeOf(word: string, language: Language): string | null {
  let cache = caches.get(language);
  if (!cache) caches.set(language, (cache = new Map()));
  let lexeme = cache.get(word);
  if (lexeme === undefined) {
    // Text repeats itself: the cache takes most of the stemmer's cost away, and starts anew before it grows large.
    if (cache.size >= CACHED_WORDS_MAX) cache.clear();
    lexeme = makeLexeme(word, language);
    cache.set(word, lexeme);
  }
  return lexeme;
}

function makeLexeme(word: string, language: Language): string | null {
  const { stopwords, stemmable, stem } = languageRules(language);
  if (stopwords.has(word) || (language !== 'simple' && /^[a-z]$/.test(word))) return null;
  // Only the English stemmer wants its words without accents; the others read them.
  const plain = language === 'english' ? withoutAccents(word) : word;
  const short =
    plain.length > LEXEME_CHARACTERS_MAX ? Array.from(plain).slice(0, LEXEME_CHARACTERS_MAX).join('') : plain;
  return withoutAccents(stemmable.test(short) ? stem(short) : short) || null;
}

function withoutAccents(word: string): string {
  // The marks of this block alone: in Japanese, Hindi or Thai a mark makes another letter.
  return /^[\0-\x7f]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize('NFC');
}

const CONTRACTION = /(?<=\p{L})['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu;

/** The text without the endings of English contractions and possessives: `layer's` is `layer`, `don't` is `don`. */
function withoutContractions(text: string): string {
  return text.replaceAll(CONTRACTION, '');
}

// Scripts written without spaces between words, and Hangul, whose particles stick to the word.
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const unspaced = new RegExp(`^[${UNSPACED}]`, 'u');
const runs = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const NEEDS_NO_SPLIT = /^(?:[A-Za-z]?[a-z0-9]*|[A-Z0-9]+)$/;
const CAMEL_CASE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Whether a word begins in a script that is cut into character bigrams. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}

/**
 * The identifiers of a word, each as its parts: `src/user_service.getById` is `[[src], [user, service], [get, By, Id]]`.
 * Runs of a script without spaces become parts of two characters (or of the only one).
 */
function splitWord(word: string): string[][] {
  if (NEEDS_NO_SPLIT.test(word)) return [[word]];
  return word.split(/[./:]/).map((identifier) => identifier.split(/[_-]/).flatMap(splitCamelCase));
}

function splitCamelCase(piece: string): string[] {
  return piece.split(CAMEL_CASE).flatMap((part) => part.match(runs)?.flatMap(bigrams) ?? []);
}

function bigrams(run: string): string[] {
  if (!isUnspaced(run)) return [run];
  const characters = Array.from(run);
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}
