import { analyze, type Language } from '@memory/text';
import { sentencesOf } from '@memory/text/sentences';
import { share } from './wording.ts';

export interface Telling {
  title: string;
  narrative: string;
  source_files: readonly string[];
}

/** Terms of a sentence from which it can be compared; a shorter one is in too many memories. */
const TERMS_MIN = 5;
/** Shares of a sentence's terms that a memory must hold to say it: measured on sessions that repeat what was stored. */
const SHARE = { anywhere: 0.7, sameSession: 0.5, sameFile: 0.4 };
/** Of the sentences: of 302 memories drawn from 300 sessions about different things, 18 seem said already, and 233 if one is enough. */
const SAID = 2 / 3;
/** “Polling is once a minute again”: what is put back was known, so less has to be the same. */
const PUT_BACK = /\b(?:again|back (?:to|at|on|in)|as (?:it was |they were )?before|restored|still)\b/i;
const LESS_OF_PUT_BACK = 0.1;
/** “Put it back to 60”: what that means stands in the answer. */
const ASKED_BACK = /\b(?:put|set|change|turn|switch) (?:it|this|that|them) back\b/i;

/**
 * Whether a stored memory says what was drawn from a session: of most sentences it holds most terms, fewer where both are
 * about the same file or come from the same session. One sentence is not enough: how people ask and how agents report is
 * the same in many sessions. Where both give a number of the same thing, or name which thing it is (“the Adyen gateway”), it
 * must be the same number and the same name.
 */
export function saysAlready(
  stored: Telling,
  drawn: Telling,
  { language, isSameSession }: { language: Language; isSameSession: boolean },
): boolean {
  const whole = `${stored.title}\n${stored.narrative}`;
  const known = termsOf(whole, language);
  const isSameFile = drawn.source_files.some((file) => stored.source_files.includes(file));
  const wanted = isSameFile ? SHARE.sameFile : isSameSession ? SHARE.sameSession : SHARE.anywhere;
  // The number of a title is the one that holds; the text beside it also tells those before.
  if (contradicts(drawn.title, stored.title, AMOUNTS)) return false;
  const compared = [drawn.title, ...sentencesOf(drawn.narrative)].map((sentence) => {
    const terms = termsOf(sentence, language);
    const enough = PUT_BACK.test(sentence) ? wanted - LESS_OF_PUT_BACK : wanted;
    return {
      isTelling: terms.size >= TERMS_MIN && !ASKED_BACK.test(sentence),
      isSaid:
        (terms.size === 0 || share(terms, known) >= enough) &&
        !contradicts(sentence, whole, AMOUNTS) &&
        !contradicts(sentence, whole, NAMES),
    };
  });
  const telling = compared.filter(({ isTelling }) => isTelling);
  const said = telling.filter(({ isSaid }) => isSaid);
  // “The rest is fine” stands in many prompts: the title is known, however short it is, or the fact is another.
  return (
    said.length > 0 &&
    said.length >= telling.length * SAID &&
    (ASKED_BACK.test(drawn.title) || compared[0]!.isSaid)
  );
}

export const termsOf = (text: string, language: Language): Set<string> =>
  new Set(analyze(text, language).map(({ lexeme }) => lexeme));

/** The numbers of a text by the word that follows them. */
const AMOUNTS = /\b(\d[\d.,]{0,12})\s?([a-z%]{1,12})/gi;
/** Its names likewise; the first word of a sentence is always in capitals. */
const NAMES = /(?<=[a-z,;:] |\b(?:The|An?|Our|In|On|For) )([A-Z][\w-]{1,30}) ([a-z]{3,20})\b/g;

/** Details of each thing that a text tells of. */
const detailsOf = (text: string, told: RegExp) =>
  Map.groupBy(
    [...text.matchAll(told)].map((match) => match.slice(1, 3).map((part) => part.toLowerCase())),
    ([, thing]) => thing,
  );

/** Whether two texts tell only different details of the same thing. */
const contradicts = (a: string, b: string, told: RegExp): boolean => {
  const others = detailsOf(b, told);
  return [...detailsOf(a, told)].some(
    ([thing, own]) =>
      others.has(thing) && !own.some(([each]) => others.get(thing)!.some(([other]) => other === each)),
  );
};
