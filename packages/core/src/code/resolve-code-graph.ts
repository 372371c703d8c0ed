import { Resolution, type ResolvableFile } from '@memory/code-graph';
import type { WorkspacePayload } from '@memory/contracts';
import {
  confirmCodeEdges,
  findUnresolvedRepository,
  listLostRepositories,
  markRepositoryResolved,
  readCodeSources,
  replaceCodeEdges,
  type NewCodeEdge,
  type ResolvedCodeFile,
  type Workspace,
} from '@memory/db';
import { anchorMemories } from '../anchors/anchor-memories.ts';
import { judgeAnchors } from '../anchors/judge-anchors.ts';
import type { Services } from '../services.ts';
import { codeSymbolId } from './present-symbol.ts';
import { readStoredCalls } from './code-source.ts';
import {
  keepResolved,
  reachToKeep,
  readOutlines,
  takeResolved,
  takeUpChanges,
  type AskedCode,
  type ResolvedCode,
} from './resolved-code.ts';

/** Writes that follow each other faster than a message is due put resolution off, and no longer than this. */
const OVERDUE_AFTER_MS = 300_000;
/** A repository unresolved for so long has lost its message. */
const LOST_AFTER_MS = 600_000;
const FILES_A_PAGE = 500;
/** Calls in memory at once, beside the outlines of all files: 250 bytes each. */
const CALLS_AT_ONCE = 200_000;
/** Symbols and references whose edges are found and compared before others are served: some 30 ms, and as many of the database. */
const FOUND_AT_ONCE = 2_000;
/** Edges and unresolved calls a statement: about a megabyte of JSON. */
const ROWS_AT_ONCE = 4_000;
/** Names of unresolved calls kept of a file: a generated one has any number. */
const UNRESOLVED_MAX = 1_000;

/**
 * Resolves the edges of files which changed, and of all files of the repository when something changed that others may
 * refer to; ties memories to the code and judges what they say of it. Delivered twice, late or at once with another delivery, the end is the same.
 */
export const resolveCodeGraph = (
  services: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  message: Pick<WorkspacePayload<'resolveCodeGraph'>, 'repositoryId' | 'revision'>,
): Promise<void> => afterOthers(message.repositoryId, () => resolveRepository(services, workspace, message));

const running = new Map<string, Promise<void>>();

/** Runs for a repository follow each other: with what one knows the next has little to do. */
async function afterOthers(repositoryId: string, work: () => Promise<void>): Promise<void> {
  const run = (running.get(repositoryId) ?? Promise.resolve()).then(work, work);
  running.set(repositoryId, run);
  await run.finally(() => running.get(repositoryId) === run && running.delete(repositoryId));
}

async function resolveRepository(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  {
    repositoryId,
    revision: written,
  }: Pick<WorkspacePayload<'resolveCodeGraph'>, 'repositoryId' | 'revision'>,
): Promise<void> {
  const overdueBefore = new Date(clock().getTime() - OVERDUE_AFTER_MS);
  const asked = { repositoryId, revision: written, overdueBefore };
  const known = takeResolved(db, repositoryId);
  const found =
    (known && (await changesOf(db, workspace, known, asked))) ?? (await allOf(db, workspace, asked));
  if (!found) {
    if (known) keepResolved(db, repositoryId, known);
    return;
  }
  const { revision } = found.code;
  // Before its files count as resolved: a delivery that fails here leaves what changed to the next.
  await anchorMemories({ db, clock }, workspace, { repositoryId });
  if (found.files.length > 0) await resolveFiles(db, workspace, { repositoryId, ...found });
  await judgeAnchors({ db, clock }, workspace, { repositoryId });
  await markRepositoryResolved(db, workspace.id, { repositoryId, revision, settled: found.settled });
  if (found.code.outlines.size > 0) keepResolved(db, repositoryId, found.code);
}

/**
 * Asks again for the repositories whose message was lost.
 * @param options.restart the queue was lost with its process: no message is on its way
 */
export async function resendLostRepositories(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const before = new Date(clock().getTime() - (restart ? 0 : LOST_AFTER_MS));
  const lost = await listLostRepositories(db, { before });
  if (lost.length > 0) await jobs.enqueue('resolveCodeGraph', ...lost);
}

interface Unresolved {
  code: ResolvedCode;
  files: { id: string; path: string }[];
  /** Those whose changes are all taken up by it. */
  settled: string[];
}

/** After a small change of code that is known. */
async function changesOf(
  db: Services['db'],
  workspace: Workspace,
  known: ResolvedCode,
  asked: AskedCode,
): Promise<Unresolved | undefined> {
  const taken = await takeUpChanges(db, workspace, known, asked);
  if (!taken) return undefined;
  const idOf = (path: string) => codeSymbolId(asked.repositoryId, path);
  return {
    code: taken.code,
    files: [...taken.paths].map((path) => ({ id: idOf(path), path })),
    settled: taken.settled.map(idOf),
  };
}

async function allOf(
  db: Services['db'],
  workspace: Workspace,
  asked: AskedCode,
): Promise<Unresolved | undefined> {
  const found = await findUnresolvedRepository(db, workspace.id, asked);
  if (!found) return undefined;
  const { revision, createdAt, files } = found;
  const outlines =
    files.length > 0
      ? await readOutlines(db, workspace, asked.repositoryId)
      : new Map<string, ResolvableFile>();
  const knowsAll = files.length === outlines.size;
  return {
    code: { revision, createdAt, outlines, reach: reachToKeep(db), knowsAll },
    files,
    settled: [],
  };
}

async function resolveFiles(
  db: Services['db'],
  workspace: Workspace,
  { repositoryId, code: { revision, outlines, reach }, files }: Unresolved & { repositoryId: string },
): Promise<void> {
  const idOf = memoized((key) => codeSymbolId(repositoryId, key));
  let whole = new Map<string, ResolvableFile>();
  let calls = 0;
  for (let start = 0; start < files.length; start += FILES_A_PAGE) {
    const ids = files.slice(start, start + FILES_A_PAGE).map(({ id }) => id);
    for (const stored of await readCodeSources(db, workspace.id, { ids, column: 'calls' })) {
      const outline = outlines.get(stored.path);
      if (!outline) continue; // Written since the outlines were read: the message of that write resolves it
      const own = readStoredCalls(stored);
      calls += own.length;
      whole.set(stored.path, { ...outline, references: [...outline.references, ...own] });
    }
    if (calls < CALLS_AT_ONCE && start + FILES_A_PAGE < files.length) continue;
    const resolution = new Resolution([...outlines.values()].map((one) => whole.get(one.path) ?? one));
    const changed: FileEdges[] = [];
    for (const some of inBatches([...whole.values()], sizeOf, FOUND_AT_ONCE)) {
      const found = edgesOf(resolution, some, { reach, idOf });
      const same = await confirmCodeEdges(db, workspace.id, { files: found, revision });
      changed.push(...found.filter(({ id }) => !same.has(id)));
    }
    const rowsOf = ({ edges, unresolved }: FileEdges) => edges.length + unresolved.length;
    for (const batch of inBatches(changed, rowsOf, ROWS_AT_ONCE))
      await replaceCodeEdges(db, workspace.id, {
        files: batch.map(({ id, unresolved }) => ({ id, unresolved })),
        edges: batch.flatMap(({ edges }) => edges),
        revision,
      });
    [whole, calls] = [new Map(), 0];
  }
}

interface FileEdges extends ResolvedCodeFile {
  edges: NewCodeEdge[];
}

/** About as many edges and unresolved calls as it has. */
const sizeOf = ({ symbols, references }: ResolvableFile): number => 1 + symbols.length + references.length;

/** References of some files. */
function edgesOf(
  resolution: Resolution,
  files: readonly ResolvableFile[],
  { reach, idOf }: Pick<ResolvedCode, 'reach'> & { idOf: (key: string) => string },
): FileEdges[] {
  const { edges, unresolved } = resolution.edgesOf({ only: files.map(({ path }) => path), reach });
  const pathOf = new Map(files.flatMap(({ path, symbols }) => symbols.map(({ key }) => [key, path])));
  // A method apart from its class is contained in a symbol of another file; its own file says so.
  const saysSo = ({ kind, source, target }: (typeof edges)[number]) =>
    pathOf.get(kind === 'contains' ? target : source);
  const lost = Map.groupBy(unresolved, ({ source }) => pathOf.get(source));
  const lostIn = (path: string) =>
    (lost.get(path) ?? []).slice(0, UNRESOLVED_MAX).map((call) => ({ ...call, source: idOf(call.source) }));
  const rows = new Map(
    files.map(({ path }): [string, FileEdges] => [
      path,
      { id: idOf(path), edges: [], unresolved: lostIn(path) },
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

function memoized(make: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

function* inBatches<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
  sizeMax: number,
): Generator<Item[]> {
  let [batch, size]: [Item[], number] = [[], 0];
  for (const item of items) {
    const own = sizeOf(item);
    if (batch.length > 0 && size + own > sizeMax) {
      yield batch;
      [batch, size] = [[], 0];
    }
    size += own;
    batch.push(item);
  }
  if (batch.length > 0) yield batch;
}
