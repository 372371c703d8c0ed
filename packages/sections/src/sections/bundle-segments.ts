import { contentFraction, pack } from './pack.ts';
import type { Segment } from './segment.ts';

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
