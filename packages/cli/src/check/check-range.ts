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
  const [, from = given, dots, to] = /^(?<from>.*?)(?<dots>\.{2,3})(?<to>.*)$/u.exec(given) ?? [];
  const base = await commit(tree, from || 'HEAD');
  if (dots === undefined) return { base, head: null };
  const head = await commit(tree, to || 'HEAD');
  return { base: dots === '...' ? ((await tree.parting(base, head)) ?? base) : base, head };
}

async function commit(tree: SourceTree, name: string): Promise<string> {
  const found = await tree.commit(name);
  if (found === undefined) throw new Error(`${name} is no commit of this repository.`);
  return found;
}
