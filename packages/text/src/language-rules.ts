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
import { withoutContractions } from './without-contractions.ts';

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
