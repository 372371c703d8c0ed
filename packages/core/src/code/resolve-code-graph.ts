import { resolveEdges, type CodeEdge, type ResolvableFile } from '@memory/code';
import type { JobPayload } from '@memory/contracts';
import {
  findUnresolvedRepository,
  findWorkspace,
  listLostRepositories,
  listOutlines,
  markRepositoryResolved,
  readCalls,
  replaceCodeEdges,
  type NewCodeEdge,
  type Workspace,
} from '@memory/db';
import type { Services } from '../services.ts';
import { codeSymbolId } from './code-ids.ts';
import { readOutline, readStoredCalls } from './code-source.ts';

/** Writes that follow each other faster than a message is due put resolution off, and no longer than this. */
const OVERDUE_AFTER_MS = 60_000;
/** A repository unresolved for so long has lost its message. */
const LOST_AFTER_MS = 600_000;
/** Files whose calls are in memory at once, beside the outlines of all. */
const FILES_AT_ONCE = 300;
/** Edges a statement: about a megabyte of JSON. */
const EDGES_AT_ONCE = 4_000;

/**
 * Resolves the edges of files which changed, and of all files of the repository when something changed that others may
 * refer to. Delivered twice, late or at once with another delivery, the end is the same.
 * @param message null asks for the repositories whose message was lost
 */
export async function resolveCodeGraph(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  message: JobPayload<'resolveCodeGraph'>,
): Promise<void> {
  if (message === null) {
    const lost = await listLostRepositories(db, { before: new Date(clock().getTime() - LOST_AFTER_MS) });
    if (lost.length > 0) await jobs.enqueue('resolveCodeGraph', ...lost);
    return;
  }
  const { repositoryId } = message;
  const workspace = await findWorkspace(db, message.workspaceId);
  const overdueBefore = new Date(clock().getTime() - OVERDUE_AFTER_MS);
  const found =
    workspace && (await findUnresolvedRepository(db, workspace.id, { repositoryId, overdueBefore }));
  if (!found) return; // deleted since
  const { revision, overdue, files } = found;
  if (revision !== message.revision && !overdue) return; // a later write has sent a message of its own
  if (files.length > 0) await resolveFiles(db, workspace, { repositoryId, revision, files });
  await markRepositoryResolved(db, workspace.id, { repositoryId, revision });
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
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const ids = files.slice(start, start + FILES_AT_ONCE).map(({ id }) => id);
    const whole = new Map<string, ResolvableFile>();
    for (const stored of await readCalls(db, workspace.id, { ids })) {
      const outline = outlines.get(stored.path);
      const calls = await readStoredCalls(stored);
      if (outline) whole.set(stored.path, { ...outline, references: [...outline.references, ...calls] });
    }
    const edges = resolveChunk(outlines, whole, repositoryId);
    for (const batch of inBatches(ids, edges))
      await replaceCodeEdges(db, workspace.id, { ...batch, revision });
  }
}

/** Edges of some files, by file. */
function resolveChunk(
  outlines: ReadonlyMap<string, ResolvableFile>,
  whole: ReadonlyMap<string, ResolvableFile>,
  repositoryId: string,
): Map<string, NewCodeEdge[]> {
  const files = [...outlines.values()].map((outline) => whole.get(outline.path) ?? outline);
  const { edges } = resolveEdges(files, { only: new Set(whole.keys()) });
  const fileOf = new Map<string, string>();
  for (const { path, symbols } of whole.values())
    for (const { key } of symbols) fileOf.set(key, codeSymbolId(repositoryId, path));
  // A method apart from its class is contained in a symbol of another file; its own file says so.
  const saysSo = ({ kind, source, target }: CodeEdge) => fileOf.get(kind === 'contains' ? target : source);
  const rows = edges.flatMap((edge): NewCodeEdge[] => {
    const fileId = saysSo(edge);
    return fileId === undefined
      ? []
      : [
          {
            file_id: fileId,
            source_id: codeSymbolId(repositoryId, edge.source),
            target_id: codeSymbolId(repositoryId, edge.target),
            kind: edge.kind,
            confidence: edge.confidence,
            line: edge.line,
            reference_count: edge.count,
          },
        ];
  });
  return Map.groupBy(rows, ({ file_id }) => file_id);
}

/** Files with all their edges, as many as one statement takes. */
function* inBatches(
  ids: readonly string[],
  edges: ReadonlyMap<string, NewCodeEdge[]>,
): Generator<{ files: string[]; edges: NewCodeEdge[] }> {
  let batch: { files: string[]; edges: NewCodeEdge[] } = { files: [], edges: [] };
  for (const id of ids) {
    const own = edges.get(id) ?? [];
    if (batch.files.length > 0 && batch.edges.length + own.length > EDGES_AT_ONCE) {
      yield batch;
      batch = { files: [], edges: [] };
    }
    batch.files.push(id);
    for (const edge of own) batch.edges.push(edge);
  }
  yield batch;
}
