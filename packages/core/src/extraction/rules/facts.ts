import type { Fact } from '../extracted-memory.ts';
import { causeOf } from './causes.ts';
import { isLasting } from './lasting.ts';
import { notedIn } from './notes.ts';
import { orderOf } from './orders.ts';
import { placedIn } from './title.ts';
import type { Turn } from './turns.ts';
import { keysIn, overlap } from './wording.ts';
import { isAmountOf, numbersIn, placesOf, type Place } from './worth.ts';

/** Facts that a session settled, in its order. */
export const factsOf = (turns: readonly Turn[]): Fact[] =>
  drawnFrom(turns).flatMap(({ fact, place }) =>
    isLasting(fact, place) ? [{ ...fact, title: placedIn(fact.place ?? '', fact.title) }] : [],
  );

/** Facts that a session seems to settle, with their places: the last word on each subject. */
export function drawnFrom(turns: readonly Turn[]): { fact: Fact; place: Place }[] {
  const places = new Map(placesOf(turns).map((place) => [place.turn.number, place]));
  const found = [...places.values()].flatMap((place) => {
    const order = orderOf(place);
    const cause = causeOf(place);
    // Where a person settles something the agent tells how it did that, unless it says what the matter was.
    const isApart = order === undefined || (cause?.weight ?? 0) > 2;
    return [...notedIn(place.turn), order, isApart ? cause : undefined].filter((fact) => fact !== undefined);
  });
  return lastWords(found, turns).map((fact) => ({ fact, place: places.get(fact.turn)! }));
}

/** Of the words of two titles, or of two memories of one turn: so much they share where one says the other. */
const SAME = 0.8;
const TOLD = 0.9;

/** Without what is said again, or what a later turn changed: it took away the lines that were put there, or the number in them. */
function lastWords(facts: readonly Fact[], turns: readonly Turn[]): Fact[] {
  const titles = facts.map(({ title }) => keysIn(title));
  const texts = facts.map(({ paragraphs }) => keysIn(paragraphs.join(' ')));
  return facts.filter((fact, place) => {
    const isSaidAgain = facts.some(
      ({ turn }, at) =>
        at > place &&
        (overlap(titles[at]!, titles[place]!) >= SAME ||
          (turn === fact.turn && overlap(texts[at]!, texts[place]!) > TOLD)),
    );
    return !isSaidAgain && !isTakenBack(fact, turns);
  });
}

function isTakenBack({ turn: number, title }: Fact, turns: readonly Turn[]): boolean {
  const own = turns.find((turn) => turn.number === number)?.edits ?? [];
  // The same line may stand in another file.
  const files = new Set(own.flatMap((edit) => edit.files));
  const removed = turns
    .filter((turn) => turn.number > number)
    .flatMap(({ edits }) => edits.filter((edit) => edit.files.some((file) => files.has(file))))
    .flatMap((edit) => [...edit.removed]);
  const numbers = numbersIn(title);
  // “- 1200 + 800” in a line that sets it: the edit may show no more of it.
  const isGone = (line: string) =>
    removed.some(
      (part) =>
        part === line ||
        (line.includes(part) && numbersIn(part).some((set) => numbers.some((each) => isAmountOf(set, each)))),
    );
  const added = own.flatMap((edit) => [...edit.added]);
  return added.length > 0 && added.filter(isGone).length >= added.length / 2;
}
