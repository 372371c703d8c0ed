import { resolveEdges, type FileIndex } from '@memory/code-graph';
import { saidIn, type MentioningMemory } from './anchored-memories.ts';
import type { ChangedSymbol } from './changed-symbols.ts';
import { loadGrammars, type SourceTree } from '../tree/source-tree.ts';

export interface Caller {
  path: string;
  qualifiedName: string;
  name: string;
  /** Qualified name of what changed. */
  of: string;
  /** Calls between them: 1 or 2. */
  depth: number;
  /** 0..1, that the calls mean it. */
  confidence: number;
}

/** Symbols whose callers are looked for, and calls that are told of each step. */
const SYMBOLS_MAX = 60;
const STEPS = 2;
const CONFIDENCE_MIN = 0.5;

/** Programs write larger files: such a one counts where it holds a name that a memory says. */
export const LARGE_BYTES = 200_000;

const OF_CALLERS = new Set(['decision', 'convention', 'incident', 'architecture']);

/** Whether it matters to a memory what its code calls. */
export const isOfCallers = ({ memory }: MentioningMemory): boolean => OF_CALLERS.has(memory.memory_type);

/**
 * Callers of changed symbols, and their callers, as far as the files say that hold their names. Of the last step only those count
 * that a memory names: nothing leads on from the others.
 * @param change.base before the change: what is gone has callers there, and what was moved meanwhile has the place that memories know
 */
export async function findCallers(
  tree: SourceTree,
  {
    changed,
    base,
    memories,
  }: { changed: readonly ChangedSymbol[]; base: string; memories: readonly MentioningMemory[] },
): Promise<Caller[]> {
  const { names: told, paths: named } = saidIn(memories.filter(isOfCallers));
  if (told.size === 0) return [];
  let wanted = new Map<string, { of: string; confidence: number }>();
  for (const { symbol } of changed.slice(0, SYMBOLS_MAX))
    if (symbol.kind !== 'module')
      wanted.set(`${symbol.path}#${symbol.qualifiedName}`, { of: symbol.qualifiedName, confidence: 1 });
  const seen = new Set(wanted.keys());
  // The queries that find calls are made ready while git looks for names.
  loadGrammars([...wanted.keys()].map(fileOf), 'all');
  const files = new Map<string, FileIndex>();
  const callers: Caller[] = [];
  for (let depth = 1; depth <= STEPS && wanted.size > 0; depth += 1) {
    const names = new Set([...wanted.keys()].map(lastName));
    const own = [...wanted.keys()].map(fileOf);
    const found = await tree.filesWith([...names], base);
    const telling = await tree.holding(told, found, base, depth < STEPS ? LARGE_BYTES : 0);
    const near = new Set([...own, ...telling, ...found.filter((path) => named.has(path))]);
    for (const file of await Promise.all([...near].map((path) => tree.index(path, base))))
      if (file) files.set(file.path, file);
    const { edges } = resolveEdges([...files.values()], { only: new Set(files.keys()) });
    const next: typeof wanted = new Map();
    for (const { kind, source, target, confidence } of edges) {
      const known = kind === 'calls' ? wanted.get(target) : undefined;
      if (!known || seen.has(source) || known.confidence * confidence < CONFIDENCE_MIN) continue;
      const sure = known.confidence * confidence;
      if ((next.get(source)?.confidence ?? 0) >= sure) continue;
      next.set(source, { of: known.of, confidence: sure });
    }
    for (const [key, { of, confidence }] of next) {
      seen.add(key);
      const at = key.lastIndexOf('#');
      if (at < 0) continue;
      const qualifiedName = key.slice(at + 1).replace(/~\d+$/u, '');
      callers.push({ path: key.slice(0, at), qualifiedName, name: lastName(key), of, depth, confidence });
    }
    wanted = next;
  }
  return callers;
}

const fileOf = (key: string): string => key.slice(0, key.lastIndexOf('#'));

const lastName = (key: string): string =>
  key.slice(Math.max(key.lastIndexOf('.'), key.lastIndexOf('#')) + 1).replace(/~\d+$/u, '');
