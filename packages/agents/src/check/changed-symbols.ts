import { isParsed } from '@memory/code-graph';
import { judgeAnchor, knownSymbols, symbolToJudge, type AnchorSymbol } from '@memory/code-graph/anchors';
import type { FileChange, SourceTree } from '../tree/source-tree.ts';

export interface ChangedSymbol {
  symbol: AnchorSymbol;
  /** `unread`: not found in a file that cannot be read now, or not whole. */
  verdict: 'changed' | 'gone' | 'moved' | 'unread';
  /** Where it is now; null where it is gone or nobody can tell. */
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
  const unread = new Set<string>();
  for (const change of told)
    if (await becameUnread(tree, change, { base, head })) unread.add(change.before ?? '');
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
    if (verdict === 'current' || verdict === 'unknown') return [];
    const isUnread = verdict === 'gone' && unread.has(symbol.path);
    return [{ symbol, verdict: isUnread ? 'unread' : verdict, path, name, part }];
  });
}

/** Whether a file that was read is binary now, no file, too large, or has errors in it such as the marks of a conflict. */
async function becameUnread(
  tree: SourceTree,
  { before, after }: FileChange,
  { base, head }: { base: string; head: string | null },
): Promise<boolean> {
  if (before === null || after === null || !isParsed(after)) return false;
  const now = await tree.index(after, head, 'symbols');
  return now === undefined || (now.partial && (await tree.index(before, base, 'symbols'))?.partial !== true);
}
