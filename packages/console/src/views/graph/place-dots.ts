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
  const placed: (Place & { radius: number })[] = [];
  const places = new Map<string, Place>();
  for (const group of groups) {
    const radius = Math.sqrt(group.length) + GAP;
    const middle = freePlace(placed, radius);
    placed.push({ ...middle, radius });
    const inner = group.toSorted((a, b) => b.importance - a.importance);
    for (const [at, { ref }] of inner.entries()) {
      const distance = Math.sqrt(at + 0.5);
      places.set(ref, {
        x: middle.x + distance * Math.cos(at * GOLDEN),
        y: middle.y + distance * Math.sin(at * GOLDEN),
      });
    }
  }
  return places;
}

/** Goes outwards along a spiral until a disc meets no other. */
function freePlace(placed: readonly (Place & { radius: number })[], radius: number): Place {
  for (let step = 0; ; step += 1) {
    const distance = step * 0.6 * Math.sqrt(radius / 4 + 1);
    const angle = step * 0.35;
    const place = { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
    const isFree = placed.every(
      (other) => Math.hypot(other.x - place.x, other.y - place.y) >= other.radius + radius,
    );
    if (isFree) return place;
  }
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
