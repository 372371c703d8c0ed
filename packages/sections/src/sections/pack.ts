export interface Packable {
  /** Length in code points. */
  readonly size: number;
  /** How well a pack may begin here: 0 best, `Infinity` not at all. */
  readonly reluctance: number;
  /** A number that depends on the content only, 0 up to 1. */
  readonly hash: number;
}

/**
 * Cuts a run of items into packs of at most `max` code points. A cut falls where the pack would be half full or more:
 * among those places at the least reluctant item, among these at the one with the least hash. So it is the content that
 * chooses the place, and after an insertion the cuts soon fall where they fell before (content-defined chunking, as in
 * rsync and LBFS, by local minimum). An item larger than `max` makes a pack by itself, together with a stub of fewer
 * than `min` or a heading right before it, as long as both stay within `limit`.
 * @returns the packs, in order, none empty
 */
export function pack<Item extends Packable>(
  items: readonly Item[],
  { max, min, limit }: { max: number; min: number; limit: number },
): Item[][] {
  const packs: Item[][] = [];
  let rest = items.reduce((sum, item) => sum + item.size, 0);
  for (let start = 0; start < items.length;) {
    const end = rest <= max ? items.length : nextCut(items, start, rest);
    const taken = items.slice(start, end);
    packs.push(taken);
    rest -= taken.reduce((sum, item) => sum + item.size, 0);
    start = end;
  }
  return packs;

  function nextCut(all: readonly Item[], start: number, total: number): number {
    let size = all[start]?.size ?? 0;
    let end = start + 1;
    let best: { index: number; item: Item } | undefined;
    for (; end < all.length && size <= max; end++) {
      const item = all[end];
      if (!item) break;
      const admissible = size >= max / 2 && total - size >= min && item.reluctance < Infinity;
      if (admissible && (!best || comesBefore(item, best.item))) best = { index: end, item };
      if (size + item.size > max) break;
      size += item.size;
    }
    if (best) return best.index;
    // Nothing better than to fill up, and rather too far than to leave a stub or part what belongs together.
    const next = all[end];
    const isBound = size < min || next?.reluctance === Infinity;
    return next && isBound && size + next.size <= limit ? end + 1 : end;
  }
}

function comesBefore(left: Packable, right: Packable): boolean {
  return (
    left.reluctance < right.reluctance || (left.reluctance === right.reluctance && left.hash < right.hash)
  );
}

/** FNV-1a over the first 200 UTF-16 units, as a fraction: cheap, and the same on every machine. */
export function contentFraction(source: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < Math.min(end, start + 200); index++) {
    hash = Math.imul(hash ^ source.charCodeAt(index), 0x01000193);
  }
  // FNV mixes its high bits least for short inputs; one more multiplication spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
