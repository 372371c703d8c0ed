import type { Memory } from '@memory/contracts';
import type { Standing, Successor } from '@memory/db';
import { isImported } from './is-imported.ts';
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
  /** How well it matches, where a search found it. */
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

/**
 * One for two that are the likest to each other and about the same files; the other is named in its row. Figures that both have and that differ
 * keep them apart, and so does a note on either.
 */
export function foldAlike<Item extends Found>(found: readonly Item[], standing: readonly Standing[]): Item[] {
  const likest = new Map(standing.map((known) => [known.id, known.likest]));
  return found.reduce<Item[]>((shown, item) => {
    const { memory } = item;
    const first = shown.find(
      (other) =>
        likest.get(memory.id) === other.memory.id &&
        likest.get(other.memory.id) === memory.id &&
        (other.note ?? item.note) === undefined &&
        areOfSameFiles(other.memory, memory) &&
        !differInFigures(other.memory, memory),
    );
    if (!first) return [...shown, item];
    const alike = [...(first.alike ?? []), `${memory.title} (${shortRefOf(memory)})`];
    return shown.map((one) => (one === first ? { ...one, alike } : one));
  }, []);
}

const areOfSameFiles = (a: Memory, b: Memory): boolean =>
  !isImported(a) && !isImported(b) && a.source_files.some((file) => b.source_files.includes(file));

function differInFigures(a: Memory, b: Memory): boolean {
  const [ours, theirs] = [figuresOf(a), figuresOf(b)];
  return [...ours].some((one) => !theirs.has(one)) && [...theirs].some((one) => !ours.has(one));
}

const figuresOf = ({ title, narrative }: Memory): Set<string> =>
  new Set(`${title} ${narrative}`.match(/\d+/gu) ?? []);

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
