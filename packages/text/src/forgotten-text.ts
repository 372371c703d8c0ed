import { createHash } from 'node:crypto';
import { sentencesOf, spokenSentencesOf } from './sentences.ts';

interface Said {
  title: string;
  narrative: string;
}

/** Fewer words, or letters, are said again by chance. */
const WORDS_MIN = 4;
const LETTERS_MIN = 16;

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const isTelling = (text: string): boolean =>
  text.length >= LETTERS_MIN && text.split(' ', WORDS_MIN).length === WORDS_MIN;

/** The sentences of a memory by which it is known elsewhere, without the sign at their end. */
export const phrasesOf = ({ title, narrative }: Said): string[] => [
  ...new Set([title, ...sentencesOf(narrative)].map(withoutStop).filter(isTelling)),
];

const withoutStop = (sentence: string): string => sentence.replace(/[.!?…:;]$/, '');

/** Salted, so that nobody finds a guess confirmed who knows only the digest. */
export const digestOf = (salt: string, text: string): string =>
  createHash('sha256')
    .update(`${salt}\n${plain(text)}`)
    .digest('hex');

/** A memory as a whole. */
export const wholeOf = ({ title, narrative }: Said): string[] => [
  `${title}\n${narrative}`,
  ...(isTelling(plain(narrative)) ? [narrative] : []),
];

/** By which of its texts a memory is known to be the same: as a whole, and by a title that tells something. */
export const namesOf = ({ title, narrative }: Said): string[] => [
  ...wholeOf({ title, narrative }),
  ...phrasesOf({ title, narrative: '' }),
];

/** Texts that a memory is known again by: the whole, and each telling sentence. */
export const textsOf = (said: Said): string[] => [...wholeOf(said), ...phrasesOf(said)];

/** The telling sentences of a text, as they are written and as they are spoken. */
export const tellingSentences = (text: string): string[] => [
  ...new Set([...sentencesOf(text), ...spokenSentencesOf(text)].map(withoutStop).filter(isTelling)),
];

/** The texts by which something observed may be known to have been forgotten. */
export const observedTexts = (content: string): string[] => [content, ...tellingSentences(content)];

/** Text that a session is known by when its events come again. */
export const sessionText = (sessionId: string): string => `session ${sessionId}`;

/** Text that a memory is known by when an earlier version of it comes back. */
export const memoryText = (id: string): string => `memory ${id}`;
