import { resolveEdges, type CodeEdge, type ResolvableFile, type UnresolvedCall } from '@memory/code-graph';
import type { WorkspacePayload } from '@memory/contracts';
import {
  findUnresolvedRepository,
  listLostRepositories,
  listOutlines,
  markRepositoryResolved,
  readCalls,
  replaceCodeEdges,
  type NewCodeEdge,
  type ResolvedCodeFile,
  type Workspace,
} from '@memory/db';
import { anchorMemories } from '../anchors/anchor-memories.ts';
import { judgeAnchors } from '../anchors/judge-anchors.ts';
import type { Services } from '../services.ts';
import { codeSymbolId } from './present-symbol.ts';
import { readOutline, readStoredCalls } from './code-source.ts';

/** Writes that follow each other faster than a message is due put resolution off, and no longer than this. */
const OVERDUE_AFTER_MS = 60_000;
/** A repository unresolved for so long has lost its message. */
const LOST_AFTER_MS = 600_000;
const FILES_A_PAGE = 500;
/** Calls in memory at once, beside the outlines of all files: 250 bytes each. */
const CALLS_AT_ONCE = 200_000;
/** Edges a statement: about a megabyte of JSON. */
const EDGES_AT_ONCE = 4_000;
/** Names of unresolved calls kept of a file: a generated one has any number. */
const UNRESOLVED_MAX = 1_000;

/**
 * Resolves the edges of files which changed, and of all files of the repository when something changed that others may
 * refer to; ties memories to the code and judges what they say of it. Delivered twice, late or at once with another delivery, the end is the same.
 */
export async function resolveCodeGraph(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  {
    repositoryId,
    revision: written,
  }: Pick<WorkspacePayload<'resolveCodeGraph'>, 'repositoryId' | 'revision'>,
): Promise<void> {
  const overdueBefore = new Date(clock().getTime() - OVERDUE_AFTER_MS);
  const found = await findUnresolvedRepository(db, workspace.id, {
    repositoryId,
    revision: written,
    overdueBefore,
  });
  if (!found) return;
  const { revision, files } = found;
  // Before its files count as resolved: a delivery that fails here leaves what changed to the next.
  await anchorMemories({ db, clock }, workspace, { repositoryId });
  if (files.length > 0) await resolveFiles(db, workspace, { repositoryId, revision, files });
  await judgeAnchors({ db, clock }, workspace, { repositoryId });
  await markRepositoryResolved(db, workspace.id, { repositoryId, revision });
}

/** Asks again for the repositories whose message was lost. */
export async function resendLostRepositories({
  db,
  jobs,
  clock,
}: Pick<Services, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const lost = await listLostRepositories(db, { before: new Date(clock().getTime() - LOST_AFTER_MS) });
  if (lost.length > 0) await jobs.enqueue('resolveCodeGraph', ...lost);
}

interface Unresolved {
  repositoryId: string;
  revision: number;
  files: { id: string; path: string }[];
}

async function resolveFiles(
  db: Services['db'],
  workspace: Workspace,
  { repositoryId, revision, files }: Unresolved,
): Promise<void> {
  const outlines = new Map<string, ResolvableFile>();
  for await (const page of listOutlines(db, workspace.id, { repositoryId }))
    for (const stored of page) outlines.set(stored.path, await readOutline(stored));
  const idOf = memoized((key) => codeSymbolId(repositoryId, key));
  let whole = new Map<string, ResolvableFile>();
  let calls = 0;
  for (let start = 0; start < files.length; start += FILES_A_PAGE) {
    const ids = files.slice(start, start + FILES_A_PAGE).map(({ id }) => id);
    for (const stored of await readCalls(db, workspace.id, { ids })) {
      const outline = outlines.get(stored.path);
      if (!outline) continue; // Written since the outlines were read: the message of that write resolves it
      const own = await readStoredCalls(stored);
      calls += own.length;
      whole.set(stored.path, { ...outline, references: [...outline.references, ...own] });
    }
    if (calls < CALLS_AT_ONCE && start + FILES_A_PAGE < files.length) continue;
    for (const batch of inBatches(resolved(outlines, whole, idOf)))
      await replaceCodeEdges(db, workspace.id, { ...batch, revision });
    [whole, calls] = [new Map(), 0];
  }
}

interface FileEdges extends ResolvedCodeFile {
  edges: NewCodeEdge[];
}

/** References of the files given whole. */
function resolved(
  outlines: ReadonlyMap<string, ResolvableFile>,
  whole: ReadonlyMap<string, ResolvableFile>,
  idOf: (key: string) => string,
): FileEdges[] {
  const files = [...outlines.values()].map((outline) => whole.get(outline.path) ?? outline);
  const { edges, unresolved } = resolveEdges(files, { only: new Set(whole.keys()) });
  const pathOf = new Map<string, string>();
  for (const { path, symbols } of whole.values()) for (const { key } of symbols) pathOf.set(key, path);
  // A method apart from its class is contained in a symbol of another file; its own file says so.
  const saysSo = ({ kind, source, target }: CodeEdge) => pathOf.get(kind === 'contains' ? target : source);
  const lost = Map.groupBy(unresolved, ({ source }) => pathOf.get(source));
  const rows = new Map(
    [...whole.keys()].map((path): [string, FileEdges] => [
      path,
      { id: idOf(path), edges: [], unresolved: unresolvedOf(lost.get(path) ?? [], idOf) },
    ]),
  );
  for (const edge of edges) {
    const row = rows.get(saysSo(edge) ?? '');
    row?.edges.push({
      file_id: row.id,
      source_id: idOf(edge.source),
      target_id: idOf(edge.target),
      kind: edge.kind,
      confidence: edge.confidence,
      found_by: edge.foundBy,
      line: edge.lines[0] ?? 1,
      lines: edge.lines,
      reference_count: edge.count,
    });
  }
  return [...rows.values()];
}

const unresolvedOf = (calls: readonly UnresolvedCall[], idOf: (key: string) => string) =>
  calls.slice(0, UNRESOLVED_MAX).map((call) => ({ ...call, source: idOf(call.source) }));

function memoized(make: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

function* inBatches(
  files: readonly FileEdges[],
): Generator<{ files: ResolvedCodeFile[]; edges: NewCodeEdge[] }> {
  let batch: { files: ResolvedCodeFile[]; edges: NewCodeEdge[] } = { files: [], edges: [] };
  let size = 0;
  for (const { id, unresolved, edges } of files) {
    const own = edges.length + unresolved.length;
    if (batch.files.length > 0 && size + own > EDGES_AT_ONCE) {
      yield batch;
      [batch, size] = [{ files: [], edges: [] }, 0];
    }
    size += own;
    batch.files.push({ id, unresolved });
    for (const edge of edges) batch.edges.push(edge);
  }
  yield batch;
}
