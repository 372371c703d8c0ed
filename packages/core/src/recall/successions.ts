import type { Memory } from '@memory/contracts';
import type { Standing, Successor } from '@memory/db';
import { nameIn, shortRefOf } from '../memories/memory-ref.ts';

export interface Found {
  memory: Memory;
  /** That it was replaced, or that something newer is near. */
  note?: string;
  /** Memories of the very same title and text that it stands for. */
  also?: number;
  /** Others that say much the same in other words, by title and identifier. */
  alike?: string[];
  author?: string;
  branch?: string;
  code?: string;
  score?: number;
  project?: string;
}

/**
 * Puts what was superseded below its newest successor and marks it. A successor that was not found takes the place above
 * it where it passes the filters.
 * @param show what stands for a successor that was not found, beside what it replaces
 */
export function belowSuccessors<Item extends Found>(
  found: readonly Item[],
  successors: readonly Successor[],
  show: (successor: Successor, replaced: Item) => Item,
): Item[] {
  const byId = new Map(found.map((item) => [item.memory.id, item]));
  const successorOf = new Map(successors.flatMap((to) => to.replaced.map((id) => [id, to] as const)));
  const placed = new Map<string, Item>();
  const place = (item: Item) => placed.has(item.memory.id) || placed.set(item.memory.id, item);
  for (const item of found) {
    const successor = successorOf.get(item.memory.id);
    if (!successor) place(item);
    else {
      const newest = byId.get(successor.memory.id) ?? (successor.passes ? show(successor, item) : undefined);
      if (newest) place(newest);
      place({ ...item, note: replacedBy(successor, item.memory) });
    }
  }
  return [...placed.values()];
}

/** @param memory one of the same deployment: its identifiers have the form that is addressed by */
function replacedBy({ memory }: Successor, { memory_id }: Memory): string {
  const ref = nameIn(memory_id === undefined ? 'A' : 'B')(memory);
  return `replaced by ${memory.title} (${ref}, ${memory.created_at.slice(0, 10)})`;
}

/** One for all of the same title and text: the first, saying how many others there are. */
export function foldTwins<Item extends Found>(found: readonly Item[]): Item[] {
  const firsts = new Map<string, Item>();
  for (const item of found) {
    const key = `${plain(item.memory.title)}\n${plain(item.memory.narrative)}`;
    const first = firsts.get(key);
    firsts.set(key, first ? { ...first, also: (first.also ?? 0) + 1 } : item);
  }
  return [...firsts.values()];
}

/** One for two of which discovery noted that they say the same; the other is named in its row. A note on either keeps them apart. */
export function foldAlike<Item extends Found>(found: readonly Item[], standing: readonly Standing[]): Item[] {
  const twins = new Map(standing.map(({ id, twin }) => [id, twin]));
  return found.reduce<Item[]>((shown, item) => {
    const { memory, note } = item;
    const first = shown.find(
      (other) => (other.note ?? note) === undefined && twins.get(memory.id) === other.memory.id,
    );
    if (!first) return [...shown, item];
    const alike = [...(first.alike ?? []), `${memory.title} (${shortRefOf(memory)})`];
    return shown.map((one) => (one === first ? { ...one, alike } : one));
  }, []);
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
