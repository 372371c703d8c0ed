import { languageRules } from './language-rules.ts';
import type { Language } from './language.ts';

const LEXEME_CHARACTERS_MAX = 64;
const CACHED_WORDS_MAX = 50_000;
const caches = new Map<Language, Map<string, string | null>>();

/**
 * The form under which a lower-case word is indexed: stemmed, without Latin, Greek or Cyrillic accents, at most 64
 * characters (a SHA-256 stays whole). Null for stopwords and, except in `simple`, for single Latin letters.
 */
export function lexemeOf(word: string, language: Language): string | null {
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
