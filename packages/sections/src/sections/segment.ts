import { createHash } from 'node:crypto';
import { countCodePoints, takeCodePoints } from '../bounds/code-points.ts';
import type { Unit } from './section.ts';
import { contentFraction, pack } from './pack.ts';

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
