import type { Fact } from '../extracted-memory.ts';
import { causesOf } from './causes.ts';
import { ordersOf } from './orders.ts';
import { statementsOf } from './statements.ts';
import type { Turn } from './turns.ts';
import { keysIn, overlap } from './wording.ts';

/** Facts that a session settled, in its order: the last word on each subject. */
export function factsOf(turns: readonly Turn[]): Fact[] {
  const found = turns.flatMap((turn, at) => {
    const place = { turn, before: turns.slice(0, at), after: turns.slice(at + 1) };
    const orders = ordersOf(place);
    // Where a person settles something the agent tells how it did that, unless it says what the matter was.
    const causes = causesOf(place).filter(({ weight }) => orders.length === 0 || weight > 2);
    return merged([...statementsOf(turn), ...orders, ...causes]);
  });
  return lastWords(found, turns);
}

const isSame = (a: Fact, b: Fact, share = 0.6): boolean => overlap(keysIn(a.title), keysIn(b.title)) >= share;

/** Of what one turn says twice the weightier. */
function merged(facts: readonly Fact[]): Fact[] {
  const kept: Fact[] = [];
  for (const fact of facts) {
    const at = kept.findIndex((other) => isSame(other, fact, other.speaker === fact.speaker ? 0.8 : 0.6));
    const known = kept[at];
    const cites = [...new Set([...(known?.cites ?? []), ...fact.cites])];
    if (known === undefined) kept.push(fact);
    else kept[at] = { ...(fact.weight > known.weight ? fact : known), cites };
  }
  return kept;
}

/** Without what a later turn changed: it took away the lines that were put there, or says otherwise of the same. */
function lastWords(facts: readonly Fact[], turns: readonly Turn[]): Fact[] {
  const linesOf = (side: 'added' | 'removed', isMeant: (turn: Turn) => boolean) =>
    new Set(turns.filter(isMeant).flatMap(({ edits }) => edits.flatMap((edit) => [...edit[side]])));
  return facts.filter((fact, place) => {
    const later = facts.slice(place + 1).filter(({ turn }) => turn > fact.turn);
    if (fact.isExplicit) return true;
    if (later.some((other) => other.type === fact.type && isSame(other, fact, 0.8))) return false;
    const added = [...linesOf('added', ({ number }) => number === fact.turn)];
    const gone = linesOf('removed', ({ number }) => number > fact.turn);
    return added.length === 0 || added.filter((line) => gone.has(line)).length < added.length / 2;
  });
}
