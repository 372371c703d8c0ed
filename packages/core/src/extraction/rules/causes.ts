import type { Fact } from '../extracted-memory.ts';
import { choiceOf } from './choices.ts';
import { composed } from './compose.ts';
import { isTelling } from './orders.ts';
import { WORTH_LEAST, worthOf, type Place } from './worth.ts';

/** The finding of an agent in a turn: the sentence of its answers that says it best, with those around it in the same message. */
export function causeOf(place: Place): Fact | undefined {
  const { agent } = place.turn;
  const [next] = place.after;
  // The next thing that the person says ends what the agent found.
  if (next?.person.slice(0, 3).some(({ cues }) => cues.has('retract'))) return undefined;
  // Ways of which the person takes one are no findings, nor is what speaks for them.
  const choice = next?.asked && choiceOf(place.turn, next.asked.content);
  const ways = [choice?.chosen, ...(choice?.rejected ?? [])];
  const first = agent.findIndex(({ text }) => ways.some((way) => way && text.includes(way.slice(0, 30))));
  const told = agent.filter(
    (sentence, at) => isTelling(sentence) && (first < 0 || at < first || sentence.cues.has('cause')),
  );
  const [best] = told
    .map((sentence) => ({ sentence, worth: worthOf(sentence, place) }))
    .toSorted((a, b) => b.worth - a.worth);
  if (best === undefined || best.worth < WORTH_LEAST) return undefined;
  const at = agent.indexOf(best.sentence);
  const around = agent
    .slice(Math.max(0, at - 1), at + 3)
    .filter((sentence) => sentence.observation === best.sentence.observation && told.includes(sentence));
  const isDecision = best.sentence.cues.has('decided') && !best.sentence.cues.has('undecided');
  return composed({
    type: isDecision ? 'decision' : 'incident',
    sentences: around,
    told: [],
    place,
    weight: isDecision || best.sentence.cues.has('cause') ? 3 : 2,
  });
}
