import type { Fact } from '../extracted-memory.ts';
import { CUES, LASTING as ALWAYS } from './cues.ts';
import { openness } from './openness.ts';
import { likelyBy, type Signs, type Tree } from './trees.ts';
import { speechOf, type Sentence } from './turns.ts';
import { LEARNED } from './weights.ts';
import { keysIn, overlap, share } from './wording.ts';
import { chance, has, isForGood, WEIGHTS, within, wordsIn, worthOf, type Place } from './worth.ts';

/** How likely a fact of a conversation has to be one that somebody would keep; less where it is one of one or two prompts, and little around it speaks against it. */
export const LASTING = 0.52;
const OF_FEW = 0.4;
/** An agent that says more sentences to a prompt, on average, reports on work: there most of what is said is for the moment. */
const SAID_OF_TALK = 4;
/** There both models have a say: the product of what they give. */
const OF_WORK = 0.3;

const grown = JSON.parse(LEARNED.fact) as Tree[];

/** How likely a fact is worth a memory, by trees that were learned. */
export const lasts = (signs: Signs, trees: readonly Tree[] = grown): number => likelyBy(trees, signs);

/** Whether a fact was written down on purpose, is a decision that is named as one or a choice among ways, is ordered for good, or is worth a memory by its session. */
export function isLasting(fact: Fact, place: Place): boolean {
  const { type, weight, cites } = fact;
  const { turn, before, after } = place;
  if (weight > (type === 'decision' ? 2 : 3)) return true;
  if (turn.notes.some(({ id }) => cites.includes(id))) return true;
  const told = saidOf(fact, place);
  if (fact.speaker === 'person' && told.own.some(isForGood)) return true;
  const bound = turn.asked && before.length + after.length < 2 ? OF_FEW : LASTING;
  const likely = lasts(factSigns(fact, place, told));
  return likely >= bound && !isOfTheMoment(fact, place, told, likely);
}

/** Whether a fact is likely a step of work, a complaint or a report: so it was judged in sessions of work. */
function isOfTheMoment(fact: Fact, place: Place, told: Told, likely: number): boolean {
  const turns = [place.turn, ...place.before, ...place.after];
  if (sum(turns.map(({ agent }) => agent.length)) <= SAID_OF_TALK * turns.length) return false;
  const { own } = told;
  const isRule = fact.speaker === 'person' && has(own, ...ALWAYS) && !has(own, 'trouble');
  return !isRule && likely * chance(WEIGHTS.work, workSigns(fact, place, told)) < OF_WORK;
}

/** Signs of a fact by its sentences, the one that is worth most, and the prompt. */
export function workSigns(fact: Fact, place: Place, { spoken } = saidOf(fact, place)): string[] {
  const asked = (['trouble', 'must', 'decide'] as const).filter((cue) => has(place.turn.person, cue));
  return [
    fact.type,
    ...CUES.filter((cue) => has(spoken, cue)).map((cue) => `${cue} own`),
    ...asked.map((cue) => `${cue} asked`),
    ...spoken
      .slice(0, 1)
      .flatMap((main) => [`worth ${within(worthOf(main, place), 0.25, 0.5, 0.75)}`, ...wordsIn(main)]),
  ].map((sign) => `${fact.speaker} ${sign}`);
}

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Sentences of a turn that a fact tells, and those of its speaker, the worthiest first. */
function saidOf({ paragraphs, speaker }: Fact, place: Place) {
  const text = paragraphs.join('\n');
  const isTold = (sentence: Sentence) => text.includes(sentence.text);
  const [own, told] = [place.turn.person.filter(isTold), place.turn.agent.filter(isTold)];
  const spoken = (speaker === 'person' ? own : told).toSorted(
    (a, b) => worthOf(b, place) - worthOf(a, place),
  );
  return { isTold, own, told, spoken };
}

type Told = ReturnType<typeof saidOf>;

/** Signs of a fact by how its sentences sound, what else was said in its turn and around it, and what came of it. */
export function factSigns(fact: Fact, place: Place, { isTold, own, told, spoken } = saidOf(fact, place)) {
  const { turn, before, after } = place;
  const [next] = after;
  const worth = (some: readonly Sentence[]) => some.map((sentence) => worthOf(sentence, place));
  const person = sum(worth(own));
  const keys = keysIn(fact.title);
  const nextPlace = next && { turn: next, before: [...before, turn], after: after.slice(1) };
  return {
    weight: fact.weight,
    main: most(worth(spoken)),
    open: most([...own, ...told].map((sentence) => openness(sentence, place))),
    person,
    agentAll: sum(worth(told)),
    personRest: sum(worth(turn.person)) - person,
    agentRest: most(worth(turn.agent.filter((sentence) => !isTold(sentence)))),
    next: nextPlace ? most(nextPlace.turn.person.map((sentence) => worthOf(sentence, nextPlace))) : 0,
    about: before.slice(-2).flatMap(speechOf).filter(isTold).length,
    earlier: most(before.flatMap(speechOf).map((sentence) => share(keys, sentence.keys))),
    edited: overlap(keys, keysIn(turn.edits.flatMap(({ added }) => [...added]).join(' '))),
    prompt: turn.asked?.content.length ?? 0,
    answer: sum(turn.answers.map(({ content }) => content.length)),
    when: before.length / Math.max(1, before.length + after.length),
  };
}
