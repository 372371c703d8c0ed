import { judgeAnchor, knownSymbols, symbolToJudge, type AnchorSymbol } from '@memory/code-graph/anchors';
import type { FileChange, SourceTree } from '../tree/source-tree.ts';

export interface ChangedSymbol {
  symbol: AnchorSymbol;
  verdict: 'changed' | 'gone' | 'moved';
  /** Where it is now; null where it is gone. */
  path: string | null;
  name: string | null;
  /** As `judgeAnchor` says it. */
  part: string | undefined;
}

/** A generated file has any number; what a change says of people's code stands in fewer. */
const FILES_MAX = 2_000;

/** The symbols that a change touches: what is other than before, elsewhere, or gone. A module stands for its whole file. */
export async function changedSymbols(
  tree: SourceTree,
  { changes, base, head }: { changes: readonly FileChange[]; base: string; head: string | null },
): Promise<ChangedSymbol[]> {
  const told = changes.slice(0, FILES_MAX);
  const read = async (path: string | null, at: string | null) =>
    path === null ? [] : tree.symbols(path, at);
  const before = (await Promise.all(told.map((change) => read(change.before, base)))).flat();
  const after = (await Promise.all(told.map((change) => read(change.after, head)))).flat();
  const renamed = new Map<string, string>();
  for (const change of told) {
    if (change.before !== null && change.after !== null && change.before !== change.after)
      renamed.set(change.before, change.after);
  }
  const all = knownSymbols(after);
  const at = (path: string) => {
    const own = all.at(path);
    return own.length > 0 ? own : all.at(renamed.get(path) ?? '');
  };
  const known = { ...all, at };
  return before.flatMap((symbol): ChangedSymbol[] => {
    const { verdict, path, name, part } = judgeAnchor(symbolToJudge(symbol), known);
    return verdict === 'current' || verdict === 'unknown' ? [] : [{ symbol, verdict, path, name, part }];
  });
}
