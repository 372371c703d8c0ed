import type { Fact } from '../extracted-memory.ts';
import { isQuestion, NAMES_A_TEXT } from './phrases.ts';
import type { Sentence } from './turns.ts';
import { keysIn, keysOf } from './wording.ts';
import { chance, numbersIn, shown, WEIGHTS, within, worthOf, type Place } from './worth.ts';

/** How likely a fact of a conversation has to be worth a memory. */
const LASTING = 0.84;

/** Whether a fact is worth a memory by its session: what sounds so may only tell how things stand, or what is wrong. */
export const isLasting = (fact: Fact, place: Place): boolean =>
  isCertain(fact, place) || chance(WEIGHTS.fact, factSigns(fact, place)) >= LASTING;

/** It was written down on purpose, or is a cause or a decision of the agent's own that is named as one. */
const isCertain = ({ isExplicit, type, speaker, weight, cites }: Fact, { turn }: Place): boolean =>
  isExplicit ||
  (type === 'incident' && weight > 2) ||
  (type === 'decision' && speaker === 'agent' && weight > 2) ||
  turn.notes.some(({ id }) => cites.includes(id));

/** Signs of a fact by who says it, how sure that is, what was said of it before, and what came of it. */
export function factSigns({ title, paragraphs, speaker, weight }: Fact, place: Place): string[] {
  const { turn, before, after } = place;
  const text = paragraphs.join('\n');
  const quoted = (some: readonly Sentence[]) => some.filter((sentence) => text.includes(sentence.text));
  const [own, told] = [quoted(turn.person), quoted(turn.agent)];
  const best = (some: readonly Sentence[]) =>
    within(Math.max(0, ...some.map((sentence) => worthOf(sentence, place))), 0.2, 0.35, 0.5, 0.65, 0.8, 0.9);
  const keys = keysIn(title);
  const known = before
    .flatMap(({ person, agent }) => [...person, ...agent])
    .map(({ words }) => [...keysOf(words)].filter((key) => keys.has(key)).length / keys.size);
  const numbers = numbersIn(title);
  const isNamedIn = (lines: readonly string[]) =>
    numbersIn(lines.join('\n')).some((number) => numbers.includes(number));
  return [
    speaker,
    `weight ${weight}`,
    `person ${best(own)}`,
    `agent ${best(told)}`,
    `answers ${within(turn.agent.length, 0, 1, 3, 8)}`,
    `earlier ${within(Math.max(0, ...known), 0.2, 0.4, 0.6, 0.8)}`,
    ...shown({
      edits: turn.edits.length > 0,
      report: told.some(({ isReport }) => isReport),
      number: numbers.length > 0,
      'number set': isNamedIn(turn.edits.flatMap(({ added }) => [...added])),
      'number replaced': isNamedIn(
        after.flatMap(({ edits }) => edits.flatMap(({ removed }) => [...removed])),
      ),
      asks: turn.person.some((sentence) => isQuestion(sentence.text)),
      read: told.some((sentence) => NAMES_A_TEXT.test(sentence.text)),
    }),
  ];
}
