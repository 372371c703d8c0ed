import { familyOf, ReachOfChange, type ResolvableFile } from '@memory/code-graph';
import {
  isEmbedded,
  listChangedCodeFiles,
  listOutlines,
  readCodeSources,
  type Database,
  type Workspace,
} from '@memory/db';
import { readOutline } from './code-source.ts';
import { codeSymbolId } from './present-symbol.ts';

/** The files of a repository whose edges were resolved as of a write: a few that change then cost no reading of all. */
export interface ResolvedCode {
  revision: number;
  createdAt: string;
  /** In the order of their paths. */
  outlines: Map<string, ResolvableFile>;
  /** Absent where nothing is kept. */
  reach: ReachOfChange | undefined;
  /** Whether it knows the words of all files. */
  knowsAll: boolean;
}

const KEPT_MS = 600_000;
const REPOSITORIES_MAX = 2;
/** About 1 kB each, with its words. */
const SYMBOLS_MAX = 80_000;
const CHANGED_MAX = 200;
/** When more are reached, to read them all takes no longer. */
const REACHED_SHARE = 0.3;

/** Of databases that no other process writes to; a run takes what it works with, so that no other one works with it. */
const kept = new WeakMap<Database, Map<string, ResolvedCode>>();

export function takeResolved(db: Database, repositoryId: string): ResolvedCode | undefined {
  const code = kept.get(db)?.get(repositoryId);
  kept.get(db)?.delete(repositoryId);
  return code;
}

/** To be told of the files of a repository, where these may be kept. */
export const reachToKeep = (db: Database): ReachOfChange | undefined =>
  isEmbedded(db) ? new ReachOfChange() : undefined;

export function keepResolved(db: Database, repositoryId: string, code: ResolvedCode): void {
  if (!code.reach) return;
  const symbols = [...code.outlines.values()].reduce((sum, one) => sum + one.symbols.length, 0);
  const all = kept.get(db) ?? new Map<string, ResolvedCode>();
  const isOlder = code.revision < (all.get(repositoryId)?.revision ?? 0);
  if (symbols > SYMBOLS_MAX || isOlder) return;
  all.delete(repositoryId);
  kept.set(db, all.set(repositoryId, code));
  const [oldest = ''] = all.keys();
  if (all.size > REPOSITORIES_MAX) all.delete(oldest);
  setTimeout(() => all.get(repositoryId) === code && all.delete(repositoryId), KEPT_MS).unref();
}

/** Reads all outlines of a repository. */
export async function readOutlines(
  db: Database,
  workspace: Workspace,
  repositoryId: string,
): Promise<Map<string, ResolvableFile>> {
  const outlines = new Map<string, ResolvableFile>();
  for await (const page of listOutlines(db, workspace.id, { repositoryId }))
    for (const stored of page) outlines.set(stored.path, readOutline(stored));
  return outlines;
}

export interface AskedCode {
  repositoryId: string;
  revision: number;
  overdueBefore: Date;
}

/**
 * The code with all that was stored since, the files whose edges may have changed by it, and those of which no other one has to hear
 * any more.
 * @returns undefined where it may be any file, or where nothing is due
 */
export async function takeUpChanges(
  db: Database,
  workspace: Workspace,
  code: ResolvedCode,
  asked: AskedCode,
): Promise<{ code: ResolvedCode; paths: ReadonlySet<string>; settled: readonly string[] } | undefined> {
  const limit = CHANGED_MAX + 1;
  const rows = await listChangedCodeFiles(db, workspace.id, { ...asked, known: code.revision, limit });
  const [repository] = rows;
  if (!repository || rows.length === limit) return undefined;
  const { revision, createdAt, removedRevision, files } = repository;
  const isSameTree = createdAt === code.createdAt && removedRevision <= code.revision;
  if (!isSameTree || revision < code.revision || files !== code.outlines.size) return undefined;
  const outlineRevisions = new Map(rows.map((row) => [row.path ?? '', row.outlineRevision ?? 0]));
  const ids = rows.flatMap(({ path }) => (path === null ? [] : codeSymbolId(asked.repositoryId, path)));
  const stored = await readCodeSources(db, workspace.id, { ids, column: 'outline' });
  const now = new Map(stored.map((source) => [source.path, readOutline(source)]));
  const changes: Parameters<ReachOfChange['of']>[0][number][] = [];
  for (const [path, after] of now) {
    const before = code.outlines.get(path);
    if (!before) return undefined;
    const isSame = (outlineRevisions.get(path) ?? 0) <= code.revision;
    if (!isSame) changes.push({ before, after, isPartlyKnown: revision > code.revision + 1 });
  }
  const isEcma = changes.every(({ after }) => familyOf(after.language) === 'ecma');
  if (changes.length > 0 && !(isEcma && code.knowsAll)) return undefined;
  const reached = changes.length > 0 ? code.reach?.of(changes) : new Set<string>();
  if (!reached || reached.size > files * REACHED_SHARE) return undefined;
  return {
    code: { ...code, revision, outlines: new Map([...code.outlines, ...now]) },
    paths: new Set([...now.keys(), ...reached]),
    settled: changes.map(({ after }) => after.path),
  };
}
