import { isPersonal } from './personal.ts';
import { isQuestion } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { bareOf, keysAmong, keysIn, leans, refers } from './wording.ts';
import { UNMEANT, type Place } from './worth.ts';

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
    .join('. ');

/** So few words that they name nothing of their own, or such as stand for what was said before. */
export const needsSubject = (sentences: readonly Sentence[]): boolean =>
  keysAmong(sentences).size < SUBJECT_KEYS ||
  sentences.some(({ text, words }) => leans(bareOf(text), 4) || refers(words));

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

/** Characters of a sentence that announces a matter. */
const MATTER_MAX = 80;
/** Words of “next thing.” */
const BEGINS = 4;
/** Without digits, which a secret or a number to call has: “Now the waiting list.”, “next: gravity”, “letzte Sache, Stichtag”, “dann die Leserdaten” */
const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|so|and|und|right|gut|good|great|ja|yes|also)[ ,.!]{1,3}){0,3}(?:(?:now|next|jetzt|nun|apropos|about|weiter|thema|(?:one |a )?(?:next|last|other|another|nächste[rs]?|letzte[rs]?|andere[rs]?) (?:thing|one|up|ticket|sache|frage|punkt|thema|topic|baustelle)|noch was)|(?:then|dann)(?=[,:]| (?:the|d(?:ie|er|as|en)|zu[mr]?) ))[ ,:.]{1,3}(?:(?:to|about|zu[mr]?|mit|noch|nochmal|(?:the )?question of) )?(?:(?:the|our|my|d(?:ie|er|as|en|em)) )?([\p{L}/-]{1,40}(?: [\p{L}/-]{1,40}){0,5})[.!]?$/iu;
/** Stand between the words of a name; name nothing, or somebody. */
const BETWEEN = /^(?:the|our|my|of|at|for|on|in|and|d(?:ie|er|as|en|em|es)|unser[en]?|von|im|für|bei|und)$/i;
const OTHER =
  /^(?:week|time|month|year|thing|woche|mal|monat|jahr|thema|topic|part|question|problem|frage|sache|then|wars|net|nicht|frau|herrn?|mrs?|ms|dr|prof)$/i;

const announcedIn = (text: string): string => {
  const name = (text.length <= MATTER_MAX && ANNOUNCED.exec(text)?.[1]) || '';
  const words = name.split(' ').filter((word) => !BETWEEN.test(word));
  const isName = words.every((word) => keysIn(word).size > 0 && !OTHER.test(word));
  return isName && !isPersonal(name) ? name : '';
};

/** The matter that a person announced, in the few words that name it: before them in this prompt or in the last. */
export function matterOf({ turn, before }: Place, sentences: readonly Sentence[]): string {
  const at = turn.person.indexOf(sentences[0]!);
  const said = [...(before.at(-1)?.person ?? []), ...turn.person.slice(0, Math.max(0, at))];
  const names = said.map(({ text, turn: number }, place) => {
    const last = said[place - 1];
    const isBegun = last?.turn === number && last.words.length <= BEGINS;
    return announcedIn(text) || (isBegun ? announcedIn(`${last.text} ${text}`) : '');
  });
  return names.findLast((name) => name !== '') ?? '';
}
