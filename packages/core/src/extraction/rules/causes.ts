import type { Fact } from '../extracted-memory.ts';
import { choiceOf } from './choices.ts';
import { composed } from './compose.ts';
import { isMereSecret, isPersonal } from './personal.ts';
import { isQuestion } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { has, isForGood, WORTH_LEAST, worthOf, type Place } from './worth.ts';

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

/** When a check failed last that passed after a change: what was said before it, and tried, did not mend it. */
function mendedIn({ runs, edits }: Turn): Date | undefined {
  const failed = runs.findLast(({ failure }) => failure)?.result.occurred_at;
  const isChanged = edits.some(({ observation }) => failed && observation.occurred_at > failed);
  return isChanged && !runs.at(-1)?.failure ? failed : undefined;
}

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
    weight: isProven ? 4 : isDecision || best.sentence.cues.has('cause') ? 3 : 2,
  });
}
