import { createHash } from 'node:crypto';
import { countCodePoints, takeCodePoints } from '../bounds/code-points.ts';
import type { Unit } from './section.ts';

const slugMax = 60;

/** A heading with the text up to the next heading of any depth; the text before the first heading is a segment too. */
export interface Segment {
  /** 1 to 6; 0 before the first heading. */
  readonly depth: number;
  /** The headings it stands under, outermost first, its own last. */
  readonly path: readonly string[];
  /** Identity within the document: see `Section`. */
  readonly key: string;
  /** At least one; the first is the heading, where there is one. */
  readonly units: readonly Unit[];
  /** Length in code points without blank lines at the end. */
  readonly size: number;
}

export function segmentsOf(source: string, units: readonly Unit[]): Segment[] {
  const segments: Segment[] = [];
  const seen = new Map<string, number>();
  const open: { depth: number; path: readonly string[]; key: string }[] = [];
  for (const group of groupByHeading(units)) {
    const heading = group[0]?.heading;
    const depth = heading?.depth ?? 0;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const parent = open.at(-1);
    const key = heading
      ? uniqueKey(`${parent?.depth ? `${parent.key}/` : ''}${slug(heading.text)}`, seen)
      : '/';
    const path = heading ? [...(parent?.path ?? []), heading.text] : [];
    open.push({ depth, path, key });
    segments.push({ depth, path, key, units: group, size: trimmedSize(source, group) });
  }
  return segments;
}

function groupByHeading(units: readonly Unit[]): Unit[][] {
  const groups: Unit[][] = [];
  for (const unit of units) {
    const current = groups.at(-1);
    if (unit.kind === 'heading' || !current) groups.push([unit]);
    else current.push(unit);
  }
  return groups;
}

function uniqueKey(key: string, seen: Map<string, number>): string {
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count === 1 ? key : `${key}~${count}`;
}

/** A heading as one step of a key: the marks that keys use themselves are escaped, a long one ends in a hash. */
function slug(text: string): string {
  const plain =
    text
      .toLowerCase()
      .replaceAll(/[%/#~]/g, (mark) => encodeMark(mark))
      .replaceAll(' ', '-') || '-';
  if (countCodePoints(plain) <= slugMax) return plain;
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 12);
  return `${takeCodePoints(plain, slugMax)}~~${digest}`;
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16)}`;
}

function trimmedSize(source: string, units: readonly Unit[]): number {
  const start = units[0]?.start ?? 0;
  const end = units.at(-1)?.end ?? 0;
  return countCodePoints(source.slice(start, end).trimEnd());
}

/**
 * Joins segments too short to be a memory with their neighbours. A short segment that introduces others (its next
 * heading is deeper), or that stands first, goes with the segment after it; any other goes with the one before it.
 * So "License: MIT" ends up under the section it follows, and a bare "# Title" at the head of the first section below.
 * A long run of short ones (a changelog) is cut by `pack`, so that a new entry at its top does not move every cut.
 * @returns runs of segments, in order: a run holds one long segment at most, unless that one was too long to share
 */
export function bundleSegments(
  source: string,
  segments: readonly Segment[],
  limits: { max: number; min: number; limit: number },
): Segment[][] {
  const bundles: { segments: Segment[]; size: number }[] = [];
  for (const [index, segment] of segments.entries()) {
    const introduces = (segments[index + 1]?.depth ?? 0) > segment.depth;
    const current = bundles.at(-1);
    const isShort = segment.size < limits.min;
    if (current && (current.size < limits.min || (isShort && !introduces))) {
      current.segments.push(segment);
      current.size += segment.size;
    } else {
      bundles.push({ segments: [segment], size: segment.size });
    }
  }
  return bundles.flatMap((bundle) => packSegments(source, bundle.segments, limits));
}

function packSegments(
  source: string,
  segments: readonly Segment[],
  limits: { max: number; min: number; limit: number },
): Segment[][] {
  const items = segments.map((segment) => {
    const first = segment.units[0];
    return {
      segment,
      size: segment.units.reduce((sum, unit) => sum + unit.size, 0),
      reluctance: 0,
      hash: first ? contentFraction(source, first.start, first.end) : 0,
    };
  });
  return pack(items, limits).map((taken) => taken.map(({ segment }) => segment));
}

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
