import type { Fact } from '../extracted-memory.ts';
import { choiceOf } from './choices.ts';
import { composed } from './compose.ts';
import { LASTING } from './cues.ts';
import { isMereSecret, isPersonal } from './personal.ts';
import { isQuestion } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { has, isAmountOf, isForGood, numbersIn, WORTH_LEAST, worthOf, type Place } from './worth.ts';

/** Whether a sentence of an agent may tell what it found or did. */
export const isTelling = ({ cues, text, words }: Sentence): boolean =>
  !cues.has('reported', 'guess', 'unreal', 'later') &&
  !isQuestion(text) &&
  !/:$|^[#|<>]|\|/.test(text) &&
  words.length > 3 &&
  text.length < 600 &&
  !isPersonal(text) &&
  !isMereSecret(text);

/** The agent gives up what it found before. */
const CONCEDES =
  /^(?:(?:ok(?:ay)?|oh|no|sorry|entschuldigung|pardon|perdón)[,.!:]? )?(?:my mistake|i (?:was wrong|take (?:it|that) back|misread)|then (?:it|that)(?: is|['’]s) the|then (?:i misread|.{3,40} (?:is|was|are) the (?:cause|reason|culprit))|mein fehler|das nehme ich zurück|dann (?:(?:liegt|lag|kommt) (?:es|das)|ist (?:die|der) (?:ursache|grund|fehler))|alors c'est|me equivoqué|entonces es)(?!\p{L})/iu;
const AGREES =
  /^(?:you(?:['’]re| are) right|indeed|right|en effet|stimmt|du hast recht|exact(?:ement)?|(?:tu as|vous avez) raison|tienes razón)(?!\p{L})/iu;
const UNDERSTOOD = /^(?:understood|i see|got it|verstanden|ach so|compris|entendido)(?!\p{L})/iu;
const OBJECTS =
  /^(?:no|nope|nah|nein|nee|nö|non|wrong|falsch|falso|quatsch|unsinn|stimmt nicht|(?:this|that) is wrong|i doubt|(?:that )?can(?:['’]?t|not) be|kann nicht sein|c'est faux|you made)(?!\p{L})/iu;

/** “No, those are excluded”: a person contradicts, answers no question by that, and the agent agrees. */
const isObjection = ({ turn, before }: Pick<Place, 'turn' | 'before'>): boolean =>
  OBJECTS.test(turn.asked?.content ?? '') &&
  !isQuestion(before.at(-1)?.agent.at(-1)?.text ?? '') &&
  turn.agent.slice(0, 2).some(({ text }) => AGREES.test(text));

/** Whether the agent gave up in a turn what it had found. */
const isCorrected = (place: Pick<Place, 'turn' | 'before'>): boolean =>
  isObjection(place) || place.turn.agent.slice(0, 2).some(({ text }) => CONCEDES.test(text));

/** Whether the next thing that the person says ends what the agent found in a turn. */
export const isGivenUp = ({ turn, after: [next] }: Place): boolean =>
  next !== undefined &&
  (next.person.slice(0, 3).some((said) => said.cues.has('retract') && !isForGood(said)) ||
    isCorrected({ turn: next, before: [turn] }));

/** Whether a person only contradicts what the agent found, and it mends another cause. */
export const isContradiction = (place: Place): boolean =>
  place.turn.edits.length > 0 && OBJECTS.test(place.turn.asked?.content ?? '') && isCorrected(place);

/** “Glaub ich nicht. Die Schleife läuft einen Tag zu weit”: in the words of the person, where the agent had guessed and mends that. */
export function correctionOf(place: Place): Fact | undefined {
  const { turn, before } = place;
  const guessed = before.at(-1)?.agent ?? [];
  const isDoubted = OBJECTS.test(turn.asked?.content ?? '') || has(turn.person.slice(0, 2), 'retract');
  const isAgreed = turn.agent
    .slice(0, 1)
    .some(({ text }) => [AGREES, CONCEDES, UNDERSTOOD].some((words) => words.test(text)));
  if (!isDoubted || !isAgreed || turn.edits.length === 0 || !has(guessed, 'cause', 'guess')) return undefined;
  const told = turn.person.filter(
    (said) =>
      isTelling(said) && said.keys.size > 2 && !said.cues.has('retract', 'decide', 'forbid', ...LASTING),
  );
  const sentences = told.slice(-1);
  return composed({ type: 'incident', sentences, told: [], place: { ...place, before: [] }, weight: 4 });
}

/** “I set DELAY to 60 because pods warm up for 40 s”: a value that an agent set by itself, and its reason. */
export function valueOf({ turn, ...around }: Place, orders: readonly Fact[]): Fact | undefined {
  const values = turn.edits.flatMap((edit) => edit.values);
  const known = orders.flatMap(({ paragraphs }) => numbersIn(paragraphs.slice(0, -1).join(' ')));
  for (const [at, sentence] of turn.agent.entries()) {
    if (!sentence.isReport || !isTelling(sentence)) continue;
    const numbers = numbersIn(sentence.text);
    const value = values.find(
      (each) => sentence.text.includes(each.name) && numbers.some((number) => isAmountOf(each.value, number)),
    );
    const next = turn.agent[at + 1];
    const because = sentence.cues.has('reason')
      ? []
      : next &&
          isTelling(next) &&
          next.observation === sentence.observation &&
          next.cues.has('reason', 'explain')
        ? [next]
        : undefined;
    if (value && because && !known.includes(value.value))
      return composed({
        type: 'decision',
        sentences: [sentence, ...because],
        told: [],
        place: { turn, ...around },
        weight: 3,
        value,
      });
  }
  return undefined;
}

/** When a check failed last that passed after a change: what was said before it, and tried, did not mend it. */
function mendedIn({ runs, edits }: Turn): Date | undefined {
  const failed = runs.findLast(({ failure }) => failure)?.result.occurred_at;
  const isChanged = edits.some(({ observation }) => failed && observation.occurred_at > failed);
  return isChanged && !runs.at(-1)?.failure ? failed : undefined;
}

/** “Dann war die Frequenz zu niedrig”, “what was it?”: said once it works. */
const THEN =
  /^(?:(?:then|so) (?:it|that|the \p{L}+(?: \p{L}+)?) (?:was|were)|(?:dann|also) (?:war|lag|kam))(?!\p{L})/iu;
const ASKS_CAUSE =
  /^(?:(?:and|so|und) )?(?:what was (?:it|that|wrong|the (?:cause|reason|problem|bug))|was war|woran (?:lag|hat)|c'était quoi|qué era)(?!\p{L})/iu;

/** Whether an agent tells what was the matter with what it mended in the turn before. */
const isAfterwards = ({ turn: { person, edits }, before }: Place, { text }: Sentence): boolean =>
  edits.length === 0 &&
  (before.at(-1)?.edits.length ?? 0) > 0 &&
  (person.some((said) => ASKS_CAUSE.test(said.text)) ||
    (THEN.test(text) && !person.some((said) => isQuestion(said.text))));

/** The finding of an agent in a turn: the sentence of its answers that says it best, with those around it in the same message. */
export function causeOf(place: Place): Fact | undefined {
  if (isGivenUp(place)) return undefined;
  const { agent, edits, person } = place.turn;
  const [next] = place.after;
  // Ways of which the person takes one are no findings, nor is what speaks for them.
  const choice = next?.asked && choiceOf(place.turn, next.asked.content);
  const ways = [choice?.chosen, ...(choice?.rejected ?? [])];
  const first = agent.findIndex(({ text }) => ways.some((way) => way && text.includes(way.slice(0, 30))));
  const mended = mendedIn(place.turn);
  const isTried = mended && edits.some(({ observation }) => observation.occurred_at < mended);
  const told = agent.filter(
    (sentence, at) =>
      isTelling(sentence) &&
      (first < 0 || at < first || sentence.cues.has('cause')) &&
      !(isTried && sentence.observation.occurred_at < mended),
  );
  const [best] = told
    .map((sentence) => ({ sentence, worth: worthOf(sentence, place) }))
    .toSorted((a, b) => b.worth - a.worth);
  if (best === undefined || best.worth < WORTH_LEAST) return undefined;
  const at = agent.indexOf(best.sentence);
  const around = agent
    .slice(Math.max(0, at - 1), at + 3)
    .filter((sentence) => sentence.observation === best.sentence.observation && told.includes(sentence));
  // A cause that holds: of a complaint, and what failed passed; or found instead, and changed.
  const isProven = mended
    ? (isTried || has(person, 'trouble')) && best.sentence.cues.has('cause', 'explain', 'reason')
    : isCorrected(place) &&
      [place.turn, ...place.after.slice(0, 1)].some(
        ({ edits: changed, runs }) => changed.length > 0 || runs.some(({ failure }) => !failure),
      );
  const isDecision = best.sentence.cues.has('decided') && !best.sentence.cues.has('undecided');
  return composed({
    type: isDecision ? 'decision' : 'incident',
    sentences: around,
    told: [],
    place,
    weight:
      isProven || isAfterwards(place, best.sentence)
        ? 4
        : isDecision || best.sentence.cues.has('cause')
          ? 3
          : 2,
  });
}
