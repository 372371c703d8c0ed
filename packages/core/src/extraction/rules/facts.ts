import type { Fact } from '../extracted-memory.ts';
import { causeOf, correctionOf, valueOf } from './causes.ts';
import { isLasting } from './lasting.ts';
import { notedIn } from './notes.ts';
import { ordersOf } from './orders.ts';
import { placedIn } from './title.ts';
import type { Turn } from './turns.ts';
import { keysIn, overlap } from './wording.ts';
import { has, isAmountOf, numbersIn, placesOf, replaces, type Place } from './worth.ts';

/** Facts that a session settled, in its order. */
export const factsOf = (turns: readonly Turn[]): Fact[] =>
  drawnFrom(turns).flatMap(({ fact, place }) =>
    isLasting(fact, place) ? [{ ...fact, title: placedIn(fact.place ?? '', fact.title) }] : [],
  );

/** Facts that a session seems to settle, with their places: the last word on each subject. */
export function drawnFrom(turns: readonly Turn[]): { fact: Fact; place: Place }[] {
  const found = placesOf(turns).flatMap((place) => {
    const orders = ordersOf(place);
    const cause = correctionOf(place) ?? causeOf(place);
    const value = valueOf(place, orders);
    // Where a person settles something the agent tells how it did that, unless it says what the matter was.
    const isApart = orders.length === 0 || (cause?.weight ?? 0) > 2;
    return [...notedIn(place.turn), ...orders, isApart ? cause : undefined, value].flatMap((fact) =>
      fact === undefined || isTakenBack(fact.title, place, { tellsValue: fact.speaker === 'person' })
        ? []
        : { fact, place, title: keysIn(fact.title), text: keysIn(fact.paragraphs.join(' ')) },
    );
  });
  return found.filter(
    ({ fact, title, text }, at) =>
      !found
        .slice(at + 1)
        .some(
          (later) =>
            overlap(later.title, title) >= SAME ||
            replaces(later.fact.title, fact.title) ||
            isBettered(fact, later) ||
            (later.fact.turn === fact.turn && overlap(later.text, text) > TOLD),
        ),
  );
}

/** “500” – “no, wait, 200: at 500 there were timeouts” */
function isBettered({ title, speaker }: Fact, { fact: later, place }: { fact: Fact; place: Place }): boolean {
  const [old, set] = [numbersIn(title), numbersIn(later.title)];
  return (
    speaker === 'person' &&
    old.some((number) => number.length > 1) &&
    set.length > old.length &&
    old.every((number) => set.includes(number)) &&
    has(place.turn.person, 'retract') &&
    overlap(keysIn(title), keysIn(later.title)) > 0
  );
}

/** Of the words of two titles, or of two memories of one turn: so much they share where one says the other. */
const SAME = 0.8;
const TOLD = 0.9;

/** Whether one of some numbers in code says what one in speech does. */
const says = (set: readonly string[], said: readonly string[]): boolean =>
  set.some((amount) => said.some((each) => isAmountOf(amount, each)));
const numbersOf = (lines: Iterable<string>): string[] => [...lines].flatMap(numbersIn);

/** Turns in which a person thinks better of a number. */
const NEXT = 2;

/** Whether a later turn took away the lines that were put there, or the number in them; or soon put one that its prompt says in place of one that a title tells. */
export function isTakenBack(
  title: string,
  { turn, after }: Place,
  { tellsValue }: { tellsValue: boolean },
): boolean {
  const files = new Set(turn.edits.flatMap((edit) => edit.files));
  // The same line may stand in another file.
  const later = after.map(({ person, edits }) => ({
    person,
    edits: edits.filter((edit) => files.size === 0 || edit.files.some((file) => files.has(file))),
  }));
  const removed = later.flatMap(({ edits }) => edits.flatMap((edit) => [...edit.removed]));
  const numbers = numbersIn(title);
  // “- 1200 + 800” in a line that sets it: the edit may show no more of it.
  const isGone = (line: string) =>
    removed.some((part) => part === line || (line.includes(part) && says(numbersIn(part), numbers)));
  const added = turn.edits.flatMap((edit) => [...edit.added]);
  if (added.length > 0 && added.filter(isGone).length >= added.length / 2) return true;
  // “60 days” – “no, 90”; what an agent found out stays true, and a digit stands in many lines.
  const told = tellsValue ? numbers.filter((number) => number.length > 1) : [];
  return later.slice(0, NEXT).some(({ person, edits }) => {
    const said = numbersOf(person.map(({ text }) => text));
    return edits.some((edit) => {
      const [gone, set] = [numbersOf(edit.removed), numbersOf(edit.added)];
      const put = set.filter((number) => !gone.includes(number));
      return says(gone, told) && !says(set, told) && says(put, said);
    });
  });
}
