import type { Tree } from '../../../packages/core/src/extraction/rules/lasting.ts';

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

/** Boosted trees of the signs of rows: no row and no sign is left out by lot, so that the same rows give the same trees. */
export function grow(rows: readonly Row[]): Tree[] {
  const splits = splitsOf(rows).map(([sign, bound]) => ({
    sign,
    bound,
    isBelow: rows.map(({ signs }) => signs[sign]! < bound),
  }));
  const sums = rows.map(() => 0);
  let slopes: number[] = [];
  let bends: number[] = [];
  /** How much one number for those rows that are meant, and one for the others, explains. */
  const worth = (some: readonly number[], isMeant: (at: number) => boolean): number => {
    let [slope, bend, otherSlope, otherBend, count] = [0, 0, 0, 0, 0];
    for (const at of some)
      if (isMeant(at)) {
        slope += slopes[at]!;
        bend += bends[at]!;
        count += 1;
      } else {
        otherSlope += slopes[at]!;
        otherBend += bends[at]!;
      }
    const others = some.length - count;
    if (others > 0 && (count < LEAF_LEAST || others < LEAF_LEAST)) return 0;
    return slope ** 2 / (bend + RIDGE) + otherSlope ** 2 / (otherBend + RIDGE);
  };

  const leaf = (some: readonly number[]): number => {
    const total = (of: readonly number[]) => some.reduce((sum, at) => sum + of[at]!, 0);
    const number = rounded((SHARE * total(slopes)) / (total(bends) + RIDGE));
    for (const at of some) sums[at]! += number;
    return number;
  };
  const branch = (some: readonly number[], depth: number): Tree => {
    let best: { gain: number; split: (typeof splits)[number] | undefined } = {
      gain: worth(some, () => true),
      split: undefined,
    };
    for (const split of depth === 0 ? [] : splits) {
      const gain = worth(some, (at) => split.isBelow[at]!);
      if (gain > best.gain) best = { gain, split };
    }
    const { split } = best;
    if (split === undefined) return leaf(some);
    const side = (isBelow: boolean) =>
      branch(
        some.filter((at) => split.isBelow[at] === isBelow),
        depth - 1,
      );
    return [split.sign, split.bound, side(true), side(false)];
  };

  const share = rows.filter(({ isTrue }) => isTrue).length / rows.length;
  const trees: Tree[] = [rounded(Math.log(share / (1 - share)))];
  sums.fill(trees[0] as number);
  for (let count = 0; count < TREES; count += 1) {
    const chances = sums.map((sum) => 1 / (1 + Math.exp(-sum)));
    slopes = rows.map(({ isTrue, weight }, at) => weight * (Number(isTrue) - chances[at]!));
    bends = rows.map(({ weight }, at) => weight * chances[at]! * (1 - chances[at]!));
    trees.push(
      branch(
        rows.map((_, at) => at),
        DEPTH,
      ),
    );
  }
  return trees;
}

const rounded = (number: number): number => Number(number.toFixed(3));

/** Of each sign the bounds between which equally many rows lie. */
function splitsOf(rows: readonly Row[]): [sign: string, bound: number][] {
  return Object.keys(rows[0]?.signs ?? {}).flatMap((sign) => {
    const all = rows.map(({ signs }) => signs[sign]!).toSorted((a, b) => a - b);
    const bounds = Array.from({ length: BOUNDS }, (_, at) =>
      rounded(all[Math.floor(((at + 0.5) * all.length) / BOUNDS)]!),
    );
    return [...new Set(bounds)].map((bound): [string, number] => [sign, bound]);
  });
}
