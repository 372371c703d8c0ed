import { stopwords as turkish } from '@orama/stopwords/turkish';
import { languageRules, isUnspaced } from './analyze.ts';
import type { Language } from './language.ts';

/** Languages that people ask in whatever language the memories have. */
const ASKED_IN = ['english', 'german', 'french', 'spanish', 'turkish', 'polish'] as const;
type AskedIn = (typeof ASKED_IN)[number];

/** Words that questions begin with are missing in lists that were made for prose; of Polish there is no list at hand. */
const ASKING: Partial<Record<AskedIn, readonly string[]>> = {
  german: ['wer', 'wen', 'wem', 'wann', 'warum', 'wieso', 'weshalb', 'wozu', 'woher', 'wohin'],
  french: ['quoi', 'quand', 'pourquoi', 'comment', 'où', 'combien'],
  polish:
    'co kto kogo komu kiedy dlaczego czemu gdzie skąd dokąd jak jaki jaka jakie która który które ile czy jest są być był było ta te tak nie się na po za od dla przez przy oraz albo ale więc że żeby tylko też już tego tej tym'.split(
      ' ',
    ),
};

const lists = new Map<AskedIn, ReadonlySet<string>>();

function sayingNothing(language: AskedIn): ReadonlySet<string> {
  const known = lists.get(language);
  if (known) return known;
  const prose =
    language === 'turkish' ? turkish : language === 'polish' ? [] : languageRules(language).stopwords;
  const words = new Set([...prose, ...(ASKING[language] ?? [])]);
  lists.set(language, words);
  return words;
}

/** A single one may be a word of the workspace's language: `die`, `son`, `sin`. */
const TELLING = 2;

/**
 * Stop words of other languages than the workspace's, of those that a question seems to be asked in: it has at least two of
 * theirs, and more than of its own.
 * @param words of the question, in lower case
 */
export function foreignStopwords(words: readonly string[], language: Language): ReadonlySet<string> {
  const asked = new Set(words);
  const { stopwords: own } = languageRules(language);
  const ownCount = [...asked].filter((word) => own.has(word)).length;
  return new Set(
    ASKED_IN.filter((other) => other !== language).flatMap((other) => {
      const said = sayingNothing(other);
      const theirs = [...asked].filter((word) => said.has(word) && !own.has(word));
      return theirs.length >= TELLING && theirs.length > ownCount ? theirs : [];
    }),
  );
}

/** Words of a text that are put together of some words alone, as they are looked for: `estce` of `est-ce`. */
export const joinedOf = (text: string, words: ReadonlySet<string>): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}-]/u)
    .map((joined) => joined.split('-'))
    .filter((parts) => parts.length > 1 && parts.every((part) => words.has(part)))
    .map((parts) => parts.join(''));

/** Stop words of another language than the memories' are rare in it, so that what has them is near to the question. */
export function withoutWords(text: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return text;
  const left = text.replaceAll(WORD, (word) => (words.has(word.toLowerCase()) ? ' ' : word));
  return left.trim() === '' ? text : left;
}

const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** The words of a text whose stop words may be looked for. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** A long text has names and code that are the same in any language. */
const LONG = 24;

/** Whether a text seems to be in another language than that of the workspace. */
export const isForeign = (text: string, language: Language): boolean =>
  foreignStopwords(wordsOf(text), language).size > 0;

/** Whether a short question seems to be asked in another language than that of the workspace. */
export function isTranslated(question: string, language: Language): boolean {
  const words = wordsOf(question);
  return words.length <= LONG && (words.some(isUnspaced) || foreignStopwords(words, language).size > 0);
}
