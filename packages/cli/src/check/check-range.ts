import type { SourceTree } from './source-tree.ts';

export interface CheckedRange {
  /** A commit. */
  base: string;
  /** Null: the working tree. */
  head: string | null;
}

/**
 * Reads what git calls a range: `A..B`, `A...B` from where they parted, `A` to the working tree.
 * @throws when a part of it is no commit
 */
export async function checkRange(tree: SourceTree, given: string): Promise<CheckedRange> {
  const { 0: dots, index } = /\.{2,3}/u.exec(given) ?? { index: given.length };
  const base = await commit(tree, given.slice(0, index) || 'HEAD');
  if (dots === undefined) return { base, head: null };
  const head = await commit(tree, given.slice(index + dots.length) || 'HEAD');
  return { base: dots === '...' ? ((await tree.parting(base, head)) ?? base) : base, head };
}

async function commit(tree: SourceTree, name: string): Promise<string> {
  const found = await tree.commit(name);
  if (found === undefined) throw new Error(`${name} is no commit of this repository.`);
  return found;
}
