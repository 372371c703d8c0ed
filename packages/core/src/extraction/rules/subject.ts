import { isPersonal } from './personal.ts';
import { isQuestion } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { bareOf, keysOf, leans, refers } from './wording.ts';
import { UNMEANT } from './worth.ts';

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
  keysOf(sentences.flatMap(({ words }) => words)).size < SUBJECT_KEYS ||
  sentences.some(({ text, words }) => leans(bareOf(text), 4) || refers(words));

/** The question that a prompt answers, or the last words of agent and person before it. */
export function answeredIn(before: readonly Turn[]): Sentence[][] {
  const last = before.at(-1)?.agent.at(-1);
  const isEnough =
    last !== undefined &&
    isQuestion(last.text) &&
    keysOf(last.words).size > 1 &&
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
      if (telling.some(({ words }) => keysOf(words).size > 0)) about.unshift(telling);
      if (about.length === ABOUT_MAX) return about;
    }
  return about;
}
