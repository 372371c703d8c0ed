import { countTerms } from '@memory/text';
import { clip, spokenSentencesOf } from '@memory/text/sentences';
import { exchangesOf, type Exchange } from './exchanges.ts';
import { LIKELY, SLIGHT, STRONG, type Cue } from './cue.ts';
import { explanationsIn } from './explanations-in.ts';
import { ordersIn } from './orders-in.ts';
import { findStatement } from './find-statement.ts';
import type { ExtractedMemoryType } from '../extracted-memory.ts';
import type { SessionObservation } from '../session-observation.ts';

/** What an exchange came to: a sentence that says it, and the words around it. */
export interface ExchangeFinding {
  type: ExtractedMemoryType;
  sentence: string;
  /** In the order they were said */
  said: { observation: SessionObservation; passage: string }[];
  /** What a pronoun in it may stand for, said before */
  context: SessionObservation | undefined;
  changes: SessionObservation[];
}

/** An order and its explanation, with a change or without, say it together. */
const TOGETHER = 3.25;

const SUPPORT = 0.5;
const PASSAGE_MAX = 900;
const SENTENCES_MAX = 6;

/**
 * What each exchange of a session came to: what was ordered, with what the agent said of it. One finding, or two where a
 * standing order and the cause of something else stand in one exchange.
 */
export function exchangeFindings(observations: readonly SessionObservation[]): ExchangeFinding[] {
  return exchangesOf(observations).flatMap(findingsOf);
}

function findingsOf(exchange: Exchange): ExchangeFinding[] {
  const { asked, remarks } = exchange;
  const order = heard(asked, ordersIn);
  // What its author labelled is drawn by its label.
  const told = remarks
    .filter((remark) => !findStatement(remark)?.isExplicit)
    .map((observation) => heard(observation, explanationsIn));
  const closing = told.at(-1);
  const cause = told.slice(0, -1).findLast(({ cues }) => weightOf(causesAmong(cues)) >= LIKELY);
  if (!isWorthKeeping(exchange, { order, closing, cause })) return [];
  const apart = [cause, closing].filter(
    (each) => each !== undefined && isAnotherMatter(each, order),
  ) as Heard[];
  if (apart.length === 0) return findingOf(exchange, [order, cause, closing]);
  const together = [order, cause, closing].filter((each) => each === undefined || !apart.includes(each));
  return [...findingOf(exchange, together), ...findingOf(exchange, apart)];
}

/** Whether it names a cause for certain, of which the standing order says nothing. */
function isAnotherMatter(told: Heard, order: Heard): boolean {
  const standing = order.cues.filter(({ type, weight }) => type === 'convention' && weight >= STRONG);
  if (standing.length === 0 || weightOf(causesAmong(told.cues)) < STRONG) return false;
  const ordered = termsOf(standing);
  return ![...termsOf(told.cues)].some((term) => ordered.has(term));
}

const termsOf = (cues: readonly Cue[]): ReadonlySet<string> =>
  new Set(
    countTerms(
      cues.map(({ sentence }) => ({ text: sentence, weight: 1 })),
      'english',
    ).lexemes.keys(),
  );

/** @param heardOf the order if it belongs to it, and what was said of it; undefined where nothing was */
function findingOf(
  { asked, changes, before }: Exchange,
  heardOf: readonly (Heard | undefined)[],
): ExchangeFinding[] {
  // What was asked makes the answer understood, whether or not it insists on anything.
  const said = heardOf.filter(
    (each) => each !== undefined && (each.observation === asked || each.cues.length > 0),
  ) as Heard[];
  const cues = said.flatMap((each) => each.cues);
  const [strongest] = cues.toSorted((a, b) => b.weight - a.weight);
  if (strongest === undefined) return [];
  const [clearest = strongest] = cues.toSorted(
    (a, b) => clarity(b, strongest.type) - clarity(a, strongest.type),
  );
  // “Don't ever do that”: what “that” is stands in what was said before.
  const needsContext = said.length === 1 && PRONOUN.test(strongest.sentence);
  return [
    {
      type: strongest.type,
      sentence: clearest.sentence,
      context: needsContext ? before : undefined,
      said: said.map(({ observation, cues: theirs }) => ({
        observation,
        passage: passageOf(observation, theirs),
      })),
      changes,
    },
  ];
}

/** Who asks so wants a cause, whether or not something is changed for it. */
const WHY =
  /\bwhy\b|\bhow come\b|\b(?:find out|figure out|investigate|look into|reason|what happened|going on)\b/i;

const ACKNOWLEDGED =
  /^(?:ok(?:ay)?[,.! ]+)?(?:noted|understood|clear|got it|good to know|will do|duly noted|makes sense|I['’]ll (?:remember|keep (?:that|it|this) in mind|leave it|make sure)|I (?:won['’]t|will not|will remember))\b/i;

const OPTIONS = /\boptions?\b|\b(?:either|alternatively|two ways)\b/i;
const FURTHER_HELP = /\b(?:anything else|want me|shall I|like me)\b/i;

/** What answers it is a choice. */
const isOffer = (content: string): boolean =>
  OPTIONS.test(content) || (content.trimEnd().endsWith('?') && !FURTHER_HELP.test(content));

/** “Offset or cursor?”: what is said next of it, with a change, is the choice. */
const ALTERNATIVES = /\b(?:which|should|shall|what would you|better|or)\b/i;

const asksForChoice = (content: string): boolean =>
  spokenSentencesOf(content).some((sentence) => sentence.endsWith('?') && ALTERNATIVES.test(sentence));

/** Something does not do what it should. */
const TROUBLE =
  /\b(?:broken?|breaks|fail(?:s|ed|ing)?|hangs?|hung|crash(?:es|ed)?|errors?|wrong|(?:does|do|did|is|are|was|has|ca|wo)n['’]?t|not on|chokes?|slow|los(?:t|es|ing)|vanish(?:es|ed)?|flash(?:es|ed)?|flickers?|freez(?:es|ing)|frozen|shift(?:s|ed)|blank|garbled|weird|strange|rejects?|rejected|refus(?:es|ed)|disappear(?:s|ed)?|missing|empty|twice|doubled?|jumps?|stuck|cannot|red|bug|leaks?|problems?|stops?|stopped|dies|died|loops?|idle|late|slow(?:ly)?|drops?|dropped|forgets?|forgot|eats|off by|too (?:many|much|few|long|big|small|late|early)|nothing|dangerous|(?:gets?|got|is|are|was) cut|again|exception|traceback|timeouts?)\b/i;

function isWorthKeeping(
  { asked, remarks, changes, isAgreed, isLookedInto, remarksBeforeChange, before, askedBefore }: Exchange,
  { order, closing, cause }: { order: Heard; closing: Heard | undefined; cause: Heard | undefined },
): boolean {
  const isChange = changes.length > 0;
  const isChoice =
    isChange &&
    before !== undefined &&
    (isOffer(before.content) || asksForChoice(askedBefore?.content ?? '')) &&
    !asked.content.endsWith('?');
  const demanded = insistence(order.cues) + (isChoice ? SLIGHT : 0);
  // A likely cause is a sure one when what holds since is told as well.
  const supported = weightOf(closing?.cues) >= SLIGHT ? SUPPORT : 0;
  const explained = Math.max(weightOf(closing?.cues), weightOf(causesAmong(cause?.cues)) + supported);
  const isStanding = insistence(order.cues.filter(({ type }) => type === 'convention')) >= STRONG;
  if (isStanding) return true;
  // “Noted.”: nothing was asked for, something was told.
  if (demanded >= LIKELY && !isChange && remarks.some(({ content }) => ACKNOWLEDGED.test(content)))
    return true;
  if (explained >= STRONG && (isChange || WHY.test(asked.content))) return true;
  // Something was wrong, what may have been the cause was named, and it was changed.
  const isMended = isChange && TROUBLE.test(asked.content);
  if (isMended && [closing, cause].some((told) => weightOf(causesAmong(told?.cues)) >= LIKELY)) return true;
  // Something was wrong, it was looked into, and the cause was named, though nothing was changed yet.
  const named = Math.max(...[closing, cause].map((told) => weightOf(causesAmong(told?.cues))));
  if (isLookedInto && TROUBLE.test(asked.content) && named > LIKELY) return true;
  // Who asks why is told the cause, in whatever words.
  if (WHY.test(asked.content) && weightOf(causesAmong(closing?.cues)) >= LIKELY) return true;
  if (WHY.test(asked.content) && isChange && richness(closing?.cues) >= SLIGHT) return true;
  if (demanded >= STRONG && (isChange || explained >= SLIGHT)) return true;
  if (demanded >= SLIGHT && explained >= SLIGHT && demanded + explained + (isChange ? 1 : 0) >= TOGETHER)
    return true;
  // Nobody insisted: what was told after the change has to say enough by itself.
  const isToldAfter = isChange && remarks.length > remarksBeforeChange;
  const isCalledFor = isAgreed || TROUBLE.test(asked.content);
  return isToldAfter && (richness(closing?.cues) >= STRONG || (isCalledFor && explained > SLIGHT));
}

interface Heard {
  observation: SessionObservation;
  cues: Cue[];
}

const heard = (observation: SessionObservation, listen: (content: string) => Cue[]): Heard => ({
  observation,
  cues: listen(observation.content),
});

const weightOf = (cues: readonly Cue[] = []): number => Math.max(0, ...cues.map(({ weight }) => weight));

/** Two sentences that insist are more than one. */
const insistence = (cues: readonly Cue[]): number =>
  weightOf(cues) + (cues.filter(({ weight }) => weight >= LIKELY).length > 1 ? SUPPORT : 0);

/** Several sentences of what holds since say as much as one strong one. */
const richness = (cues: readonly Cue[] = []): number =>
  cues.filter(({ weight }) => weight >= SLIGHT).reduce((sum, { weight }) => sum + weight, 0);

const causesAmong = (cues: readonly Cue[] = []): Cue[] => cues.filter(({ type }) => type === 'incident');

const PRONOUN = /\b(?:it|that|this|those|these|them|they)\b/i;

/** It goes on from a sentence before it. */
const LEANS =
  /^(?:however|previously|before|after|instead|otherwise|the following|for some reason|only|second|line \d+|won['’]t)\b/i;

/** A title has 120 characters; what goes on for longer is cut. */
const TITLE_LONG = 120;

/** How well a sentence can stand alone as a title. */
function clarity({ sentence, weight, type }: Cue, wanted: ExtractedMemoryType): number {
  const words = sentence.split(' ').length;
  const length = words < 4 ? -2 : words < 7 ? 0 : 1;
  return (
    Math.min(weight, STRONG) +
    length -
    (PRONOUN.test(sentence) || LEANS.test(sentence) ? 1.25 : 0) -
    (sentence.length > TITLE_LONG ? 1 : 0) -
    // “The bundle went from 301 to 212 kB” is what came of it, not what it is.
    (type === 'discovery' && wanted !== 'discovery' ? 1 : 0)
  );
}

/** A short message whole, since its reason may come first; of a long one the sentences that tell. */
function passageOf({ content }: SessionObservation, cues: readonly Cue[]): string {
  if (content.length <= PASSAGE_MAX) return content;
  if (cues.length === 0) return clip(content, PASSAGE_MAX);
  const best = new Set(cues.toSorted((a, b) => b.weight - a.weight).slice(0, SENTENCES_MAX));
  return cues
    .filter((cue) => best.has(cue))
    .map(({ sentence }) => sentence)
    .join('\n\n');
}
