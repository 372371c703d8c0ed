import { judgeAnchor, knownSymbols, lastName } from '@memory/code-graph/anchors';
import type { AnchorFinder, MentioningMemory } from './anchored-memories.ts';
import type { SourceTree } from '../tree/source-tree.ts';

/** A name in a file as a memory meant it when it was made, and its state now. */
export interface Former {
  verdict: 'moved' | 'changed' | 'gone';
  said: string;
}

/**
 * Of a memory that names nothing of a file as it is: what it named there at its commit, under the name that this has now, or gone.
 * @returns `other` where that is not what is asked for, undefined where it named nothing
 */
export async function judgeFormer(
  tree: SourceTree,
  one: MentioningMemory,
  {
    path,
    names,
    commit,
    finder,
  }: {
    path: string;
    /** Qualified names that are asked for; none for the whole file. */
    names: readonly string[];
    commit: string;
    finder: AnchorFinder;
  },
): Promise<Former | 'other' | undefined> {
  const then = await finder.find(one, await tree.symbols(path, commit));
  const named = then.filter((anchor) => anchor.kind === 'symbol' && anchor.path === path);
  const here = await tree.symbols(path, null);
  let gone: Former | undefined;
  for (const anchor of named) {
    const others = (await tree.filesWith([lastName(anchor.name)], null)).filter((file) => file !== path);
    const all = [...here, ...(await Promise.all(others.map((file) => tree.symbols(file, null)))).flat()];
    const { verdict, ...now } = judgeAnchor({ ...anchor, nowPath: null, nowName: null }, knownSymbols(all));
    if (verdict === 'gone' && names.length === 0) gone ??= { verdict, said: `gone: ${anchor.name}` };
    if (verdict !== 'moved' && verdict !== 'changed') continue;
    const since = verdict === 'changed' ? `changed since ${commit.slice(0, 7)}, ` : 'moved ';
    if (now.path !== path) {
      if (names.length === 0) gone ??= { verdict, said: `${since}to ${now.path}` };
    } else if (names.length === 0 || names.includes(now.name ?? ''))
      return { verdict, said: `${since}from ${anchor.name}` };
  }
  return gone ?? (then.some(({ kind }) => kind === 'symbol') ? 'other' : undefined);
}
