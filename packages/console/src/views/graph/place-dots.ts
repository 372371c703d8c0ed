import { packSiblings } from 'd3-hierarchy';
import type { Dot } from './load-graph.ts';

interface Place {
  x: number;
  y: number;
}

/** The angle between neighbours in a sunflower: no two lie on one ray. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Room around a community, in diameters of a dot. */
const GAP = 3;

/**
 * A place for each memory: communities are discs beside each other, the largest in the middle, and in each the most important
 * memory is. It takes no time and is the same each time, where forces between a hundred thousand would take minutes.
 */
export function placeDots(dots: readonly Dot[]): Map<string, Place> {
  const groups = [...Map.groupBy(dots, ({ community }) => community).values()].sort(
    (a, b) => b.length - a.length,
  );
  const discs = packSiblings(groups.map((group) => ({ group, r: Math.sqrt(group.length) + GAP })));
  const places = new Map<string, Place>();
  for (const { group, x, y } of discs) {
    const inner = group.toSorted((a, b) => b.importance - a.importance);
    for (const [at, { ref }] of inner.entries()) {
      const distance = Math.sqrt(at + 0.5);
      places.set(ref, {
        x: x + distance * Math.cos(at * GOLDEN),
        y: y + distance * Math.sin(at * GOLDEN),
      });
    }
  }
  return places;
}

/** A colour of its own for each of many, as far apart as they come. */
export const colourOf = (number: number): string =>
  hexOf((number * 137.508) % 360, 0.58, number % 2 === 0 ? 0.52 : 0.62);

/** WebGL takes no `hsl()`. */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
