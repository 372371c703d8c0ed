import { diffArrays } from 'diff';
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
  /** How it was declared and how it is, as far as they differ: `int → int64`. */
  signatures?: string | undefined;
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
  const known = { ...all, at, before: knownSymbols(before).at };
  return before.flatMap((symbol): ChangedSymbol[] => {
    const { verdict, path, name, part } = judgeAnchor(symbolToJudge(symbol), known);
    if (verdict === 'current' || verdict === 'unknown') return [];
    const isUnread = verdict === 'gone' && unread.has(symbol.path);
    const now = path === null ? undefined : at(path).find(({ qualifiedName }) => qualifiedName === name);
    const signatures = part === 'signature' && now ? difference(symbol.signature, now.signature) : undefined;
    return [{ symbol, verdict: isUnread ? 'unread' : verdict, path, name, part, signatures }];
  });
}

/** Longer declarations say nothing at a glance. */
const SHOWN_MAX = 120;

/** The words that differ where each has some, else both declarations whole; undefined where they are long, or written alike. */
function difference(before = '', after = ''): string | undefined {
  if (before === after) return undefined;
  const words = (text: string): string[] => text.match(/[\w$]+|\s+|[^\w$\s]/gu) ?? [];
  const parts = diffArrays(words(before), words(after));
  const isOther = ({ added, removed }: (typeof parts)[number]) => added || removed;
  const middle = parts.slice(parts.findIndex(isOther), parts.findLastIndex(isOther) + 1);
  const without = (side: 'added' | 'removed') =>
    middle
      .flatMap((part) => (part[side] ? [] : part.value))
      .join('')
      .trim();
  const [from, to] = [without('added'), without('removed')];
  const shown = from && to ? `${from} → ${to}` : `${before} → ${after}`;
  return shown.length > 2 * SHOWN_MAX ? undefined : shown;
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
