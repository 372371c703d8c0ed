import { isPersonal } from './personal.ts';
import { isQuestion, wordsOf } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { bareOf, keysAmong, keysOf, leans, refers } from './wording.ts';
import { isReplacing, UNMEANT, type Place } from './worth.ts';

/** With fewer telling words a prompt does not name what it is about. */
const SUBJECT_KEYS = 8;
/** Speeches that are read back at most. */
const ABOUT_MAX = 2;

/** “TODO: …”, “not now: …” */
const LABEL =
  /^(?:(?:still|also|noch) )?(?:to-?do|not now|later|open|left|undecided|offen|später|plus tard|ouvert|pendiente|más tarde)\b[^:]{0,12}: /iu;

export const textOf = (sentences: readonly Sentence[]): string =>
  sentences
    .filter(({ text }) => !isPersonal(text))
    .map(({ text }) => bareOf(bareOf(text).replace(LABEL, '')))
    .filter((text) => text !== '')
    .join('. ')
    .replaceAll('?. ', '? ');

/** So few words that they name nothing of their own, or such as stand for what was said before. */
export const needsSubject = (sentences: readonly Sentence[]): boolean =>
  !sentences.some(({ text }) => isReplacing(text)) &&
  (keysAmong(sentences).size < SUBJECT_KEYS ||
    sentences.some(({ text, words }) => leans(bareOf(text), 4) || refers(words)));

/** The question that a prompt answers, or the last words of agent and person before it. */
export function answeredIn(before: readonly Turn[]): Sentence[][] {
  const last = before.at(-1)?.agent.at(-1);
  const isEnough =
    last !== undefined &&
    isQuestion(last.text) &&
    last.keys.size > 1 &&
    !leans(last.text, 4) &&
    !isPersonal(last.text);
  return isEnough ? [[last]] : aboutIn(before);
}

/** The last words of agent and person before a prompt. */
function aboutIn(before: readonly Turn[]): Sentence[][] {
  const about: Sentence[][] = [];
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (const said of [before[at]!.agent.slice(-1), before[at]!.person.slice(-2)]) {
      const telling = said.filter(({ text, cues }) => !cues.has(...UNMEANT) && !isPersonal(text));
      if (telling.some(({ keys }) => keys.size > 0)) about.unshift(telling);
      if (about.length === ABOUT_MAX) return about;
    }
  return about;
}

/** Without digits, which a secret or a number to call has: “Now the waiting list.”, “next: gravity”, “letzte Sache, Stichtag” */
const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|so|and|und|right|gut|good|ja|also)[ ,.!]{1,3}){0,3}(?:now|next|jetzt|nun|apropos|thema|(?:one |a )?(?:next|last|other|another|nächste[rs]?|letzte[rs]?|andere[rs]?) (?:thing|one|up|sache|frage|punkt|thema))[ ,:.]{1,3}(?:(?:about|zu[mr]?|the|our|my|d(?:ie|er|as|en|em)) ){0,2}(?!(?:week|time|month|year|woche|mal|monat|jahr|frau|herrn?|mrs?|ms|dr)\b)([\p{L}/ -]{3,60})[.!]?$/iu;
const WORDS_MAX = 4;

/** The matter that a person announced, in the few words that name it: before them in this prompt or in the last. */
export function matterOf({ turn, before }: Place, sentences: readonly Sentence[]): string {
  const at = turn.person.indexOf(sentences[0]!);
  const said = [...(before.at(-1)?.person ?? []), ...turn.person.slice(0, Math.max(0, at))];
  const names = said.map(({ text }) => ANNOUNCED.exec(text)?.[1] ?? '');
  const isName = (name: string) => {
    const words = wordsOf(name);
    return words.length <= WORDS_MAX && words.every((word) => keysOf([word]).size > 0) && !isPersonal(name);
  };
  return names.findLast((name) => name !== '' && isName(name)) ?? '';
}
