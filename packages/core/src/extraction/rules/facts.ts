import type { Fact } from '../extracted-memory.ts';
import { causesOf } from './causes.ts';
import { isLasting } from './lasting.ts';
import { ordersOf } from './orders.ts';
import { statementsOf } from './statements.ts';
import type { Turn } from './turns.ts';
import { keysIn, overlap } from './wording.ts';
import { numbersIn, placesOf, type Place } from './worth.ts';

/** Facts that a session settled, in its order. */
export const factsOf = (turns: readonly Turn[]): Fact[] =>
  drawnFrom(turns).flatMap(({ fact, place }) => (isLasting(fact, place) ? [fact] : []));

/** Facts that a session seems to settle, with their places: the last word on each subject. */
export function drawnFrom(turns: readonly Turn[]): { fact: Fact; place: Place }[] {
  const places = new Map(placesOf(turns).map((place) => [place.turn.number, place]));
  const found = [...places.values()].flatMap((place) => {
    const orders = ordersOf(place);
    // Where a person settles something the agent tells how it did that, unless it says what the matter was.
    const causes = causesOf(place).filter(({ weight }) => orders.length === 0 || weight > 2);
    return merged([...statementsOf(place.turn), ...orders, ...causes]);
  });
  return lastWords(found, turns).map((fact) => ({ fact, place: places.get(fact.turn)! }));
}

/** A person's words with the account of what an agent found, and the finding. */
const isOne = (a: Fact, b: Fact): boolean =>
  a.speaker !== b.speaker && overlap(keysIn(a.paragraphs.join(' ')), keysIn(b.paragraphs.join(' '))) > 0.9;
const isSame = (a: Fact, b: Fact, share: number): boolean =>
  overlap(keysIn(a.title), keysIn(b.title)) >= share;

/** Of what one turn says twice the weightier. */
function merged(facts: readonly Fact[]): Fact[] {
  const kept: Fact[] = [];
  for (const fact of facts) {
    const at = kept.findIndex(
      (other) => isSame(other, fact, other.speaker === fact.speaker ? 0.8 : 0.6) || isOne(other, fact),
    );
    const known = kept[at];
    const cites = [...new Set([...(known?.cites ?? []), ...fact.cites])];
    if (known === undefined) kept.push(fact);
    else kept[at] = { ...(fact.weight > known.weight ? fact : known), cites };
  }
  return kept;
}

/** Without what a later turn changed: it took away the lines that were put there, or says otherwise of the same. */
function lastWords(facts: readonly Fact[], turns: readonly Turn[]): Fact[] {
  const editsOf = (isMeant: (turn: Turn) => boolean) => turns.filter(isMeant).flatMap(({ edits }) => edits);
  const keyed = facts.map(({ title }) => keysIn(title));
  return facts.filter((fact, place) => {
    if (fact.isExplicit) return true;
    const isSaidOtherwise = (other: Fact, at: number) =>
      other.turn > fact.turn && other.type === fact.type && overlap(keyed[at]!, keyed[place]!) >= 0.8;
    if (facts.some(isSaidOtherwise)) return false;
    const own = editsOf(({ number }) => number === fact.turn);
    const added = own.flatMap((edit) => [...edit.added]);
    if (added.length === 0) return true;
    // The same line may stand in another file.
    const files = new Set(own.flatMap((edit) => edit.files));
    const edits = editsOf(({ number }) => number > fact.turn).filter((edit) =>
      edit.files.some((file) => files.has(file)),
    );
    const gone = added.filter((line) => edits.some(({ removed }) => removed.has(line)));
    if (gone.length >= added.length / 2) return false;
    // “- 1200 + 800” in a line that sets it: the edit may show no more of it.
    const numbers = numbersIn(fact.title);
    const set = added.filter((line) => numbersIn(line).some((number) => numbers.includes(number)));
    return !set.some((line) =>
      edits.some(
        (edit) =>
          [...edit.removed].some((each) => line.includes(each) || each.includes(line)) &&
          !numbersIn([...edit.added].join('\n')).some((number) => numbers.includes(number)),
      ),
    );
  });
}
