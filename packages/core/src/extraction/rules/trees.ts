import { logistic } from './worth.ts';

/** A number to add, or which of two follows by whether a sign is below a bound. */
export type Tree = number | readonly [sign: string, bound: number, below: Tree, above: Tree];
export type Signs = Readonly<Record<string, number>>;

const leafOf = (tree: Tree, signs: Signs): number =>
  typeof tree === 'number' ? tree : leafOf((signs[tree[0]] ?? 0) < tree[1] ? tree[2] : tree[3], signs);

/** How likely that which the trees learned is so where these signs stand. */
export const likelyBy = (trees: readonly Tree[], signs: Signs): number =>
  logistic(trees.reduce<number>((sum, tree) => sum + leafOf(tree, signs), 0));
