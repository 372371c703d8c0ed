import type { Tree } from '../../../packages/core/src/extraction/rules/trees.ts';

interface Row {
  signs: Readonly<Record<string, number>>;
  isTrue: boolean;
  weight: number;
}

/** Trees are grown one after the other, each by what those before it leave wrong; how deep, and how much each counts. */
const TREES = 60;
const DEPTH = 3;
const SHARE = 0.1;
/** Holds the numbers of leaves down, and how many rows a leaf has at least. */
const RIDGE = 5;
const LEAF_LEAST = 20;
/** Bounds that are tried of a sign. */
const BOUNDS = 32;

/** Slopes, bends and count of some rows. */
type Sums = [slope: number, bend: number, count: number];
const gainOf = ([slope, bend]: Sums): number => slope ** 2 / (bend + RIDGE);

/** Boosted trees of the signs of rows: no row and no sign is left out by lot, so that the same rows give the same trees. */
export function grow(rows: readonly Row[]): Tree[] {
  const splits = splitsOf(rows);
  const sums = rows.map(() => 0);
  let steps: Sums[] = [];

  const leaf = (some: readonly number[], [slope, bend]: Sums): number => {
    const number = rounded((SHARE * slope) / (bend + RIDGE));
    for (const at of some) sums[at]! += number;
    return number;
  };
  const branch = (some: readonly number[], depth: number): Tree => {
    const total = added(some.map((at) => steps[at]!));
    let best: { gain: number; split: (typeof splits)[number] | undefined; at: number } = {
      gain: gainOf(total),
      split: undefined,
      at: 0,
    };
    for (const split of depth === 0 ? [] : splits) {
      const places = Array.from({ length: split.bounds.length + 1 }, (): Sums => [0, 0, 0]);
      for (const at of some) add(places[split.places[at]!]!, steps[at]!);
      const below: Sums = [0, 0, 0];
      for (const at of split.bounds.keys()) {
        add(below, places[at]!);
        const above: Sums = [total[0] - below[0], total[1] - below[1], total[2] - below[2]];
        const gain = gainOf(below) + gainOf(above);
        if (Math.min(below[2], above[2]) >= LEAF_LEAST && gain > best.gain) best = { gain, split, at };
      }
    }
    const { split, at: bound } = best;
    if (split === undefined) return leaf(some, total);
    const side = (isBelow: boolean) =>
      branch(
        some.filter((at) => split.places[at]! <= bound === isBelow),
        depth - 1,
      );
    return [split.sign, split.bounds[bound]!, side(true), side(false)];
  };

  const share = rows.filter(({ isTrue }) => isTrue).length / rows.length;
  const trees: Tree[] = [rounded(Math.log(share / (1 - share)))];
  sums.fill(trees[0] as number);
  const all = rows.map((_, at) => at);
  for (let count = 0; count < TREES; count += 1) {
    steps = rows.map(({ isTrue, weight }, at) => {
      const chance = 1 / (1 + Math.exp(-sums[at]!));
      return [weight * (Number(isTrue) - chance), weight * chance * (1 - chance), 1];
    });
    trees.push(branch(all, DEPTH));
  }
  return trees;
}

const rounded = (number: number): number => Number(number.toFixed(3));

function add(to: Sums, one: Sums): void {
  for (const part of [0, 1, 2] as const) to[part] += one[part];
}

function added(all: readonly Sums[]): Sums {
  const total: Sums = [0, 0, 0];
  for (const one of all) add(total, one);
  return total;
}

/** Of each sign the bounds between which equally many rows lie, and of each row how many of them it reaches. */
function splitsOf(rows: readonly Row[]) {
  return Object.keys(rows[0]?.signs ?? {}).map((sign) => {
    const all = rows.map(({ signs }) => signs[sign]!).toSorted((a, b) => a - b);
    const bounds = [
      ...new Set(
        Array.from({ length: BOUNDS }, (_, at) =>
          rounded(all[Math.floor(((at + 0.5) * all.length) / BOUNDS)]!),
        ),
      ),
    ];
    const places = rows.map(({ signs }) => bounds.filter((bound) => signs[sign]! >= bound).length);
    return { sign, bounds, places };
  });
}
