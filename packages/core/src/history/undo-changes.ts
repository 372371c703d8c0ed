import { type UndoBody, type UndoReply, GIVEN_NAMES, type UpdateMemoryBody } from '@memory/contracts';
import {
  countChanges,
  countImportedSessions,
  deleteCreated,
  deleteImportedSessions,
  listChangesToUndo,
  markUndone,
  withChangeSource,
  type UndoableChange,
  type Workspace,
  findMemory,
  markTypeUndone,
  updateMemory,
  noted,
  writeRows,
  type DeletedRows,
  type TableRow,
  type ArchivedTableName,
} from '@memory/db';
import { letComeAgain } from '../forgetting/find-forgotten.ts';
import { deriveColumns, contentOf } from '../memories/memory-content.ts';
import { identifyIn, pick } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Deleting 200 memories with their edges took the two seconds of a statement on a busy machine. */
const PAGE = 50;

/** How long one call goes on: its caller waits, in AWS for half a minute at most. */
const CALL_MS = 8_000;

type Needed = Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>;

/**
 * Takes back a change, or all of a batch, the latest first: what was created is deleted, what was changed gets its fields
 * back, what was deleted is there again, and sessions that an import brought go. What somebody changed since stays as it is,
 * and is told. Undoing is a change itself, so that it can be undone; sessions come back by importing them again.
 * @throws not_found when there is no such change; conflict when all of it has been undone
 */
export async function undoChanges(
  services: Needed,
  workspace: Workspace,
  { change, batch, after }: UndoBody,
): Promise<UndoReply> {
  const { db, settings } = services;
  const { changes, undone: undoneBefore } = await countChanges(db, workspace.id, { change, batch });
  const name = change === undefined ? `Batch ${batch}` : `Change ${change}`;
  const brought = batch === undefined ? 0 : await countImportedSessions(db, workspace.id, { batch });
  if (changes + brought === 0)
    throw new ServiceError(
      'not_found',
      `${name} was not found, or brought only sessions and has been undone; changes are kept for 30 days, what was forgotten for an hour.`,
    );
  if (undoneBefore && brought === 0 && after === undefined)
    throw new ServiceError('conflict', `${name} has been undone already.`);
  const own = `undo:${change ?? batch}`;
  const reply: UndoReply = {
    undone: 0,
    left: [],
    sessions: { undone: 0, left: [] },
    batch: own,
    next: null,
  };
  const identify = identifyIn(settings.memoryIdForm);
  await withChangeSource(
    () => ({ author: workspace.author, via: 'undo', batch: own }),
    async () => {
      const end = performance.now() + CALL_MS;
      for (let last = after; ;) {
        const listed = await listChangesToUndo(db, workspace.id, { change, batch, after: last, limit: PAGE });
        const page = onePerMemory(listed);
        const undone = new Set(await undoPage(services, workspace, page));
        reply.undone += undone.size;
        for (const { id, memory, state } of page)
          if (!undone.has(id))
            reply.left.push({
              change: id,
              memory: identify(memory),
              reason: state === 'ready' ? 'changed_since' : state,
            });
        last = page.at(-1)?.id;
        if (last === undefined || (listed.length < PAGE && page.length === listed.length)) return;
        if (performance.now() > end) {
          reply.next = last;
          return;
        }
      }
    },
  );
  if (batch !== undefined && brought > 0 && reply.next === null)
    for (const { session_id, is_gone } of await deleteImportedSessions(db, workspace.id, { batch }))
      if (is_gone) reply.sessions.undone += 1;
      else reply.sessions.left.push(session_id);
  return reply;
}

/** The first changes of a list, up to a second one of the same memory: that is judged by what undoing the first leaves. */
function onePerMemory(changes: readonly UndoableChange[]): UndoableChange[] {
  const seen = new Set<string>();
  const end = changes.findIndex(({ memory: { id } }) => seen.size === seen.add(id).size);
  return end === -1 ? [...changes] : changes.slice(0, end);
}

async function undoPage(
  services: Needed,
  workspace: Workspace,
  page: readonly UndoableChange[],
): Promise<string[]> {
  const ready = page.filter(({ state }) => state === 'ready');
  const of = (kind: UndoableChange['kind']) => ready.filter((change) => change.kind === kind);
  const at = services.clock();
  const { undone, changed } = await services.db.transaction(async (tx) => {
    const inTransaction = { ...services, db: tx };
    const created = of('created');
    const deleted = new Set(
      await deleteCreated(
        tx,
        workspace.id,
        created.map(({ id }) => id),
      ),
    );
    const restored = await restoreDeleted(inTransaction, workspace, of('deleted'));
    const putBack = await restoreFields(inTransaction, workspace, of('updated'));
    const ids = [...created.filter(({ memory }) => deleted.has(memory.id)), ...restored, ...putBack].map(
      ({ id }) => id,
    );
    if (ids.length > 0) await markUndone(tx, workspace.id, { ids, at });
    await letComeAgain(
      inTransaction,
      workspace,
      restored.filter(({ via }) => via === 'forget'),
    );
    return { undone: ids, changed: [...restored, ...putBack].map(({ memory }) => memory.id) };
  });
  await services.jobs.enqueue(
    'generateEmbedding',
    ...changed.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
  );
  return undone;
}

/** Gives memories the fields back that an update changed. @returns the changes that were undone */
async function restoreFields(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<UndoableChange[]> {
  const undone: UndoableChange[] = [];
  for (const change of changes) {
    const before = (change.before ?? {}) as UpdateMemoryBody & { memory_type?: string };
    const current = await findMemory(db, workspace.id, { form: 'A', id: change.memory.id });
    if (!current) continue;
    const content = {
      title: before.title ?? current.title,
      narrative: before.narrative ?? current.narrative,
      tags: before.tags ?? current.tags,
      concepts: before.concepts ?? current.concepts,
      source_files: before.source_files ?? current.source_files,
    };
    const written = await updateMemory(db, workspace.id, {
      id: current.id,
      revision: current.revision,
      memory_type: before.memory_type,
      ...pick(before, GIVEN_NAMES),
      content: { ...content, ...deriveColumns(content, workspace.language) },
      updated_at: clock(),
    });
    if (written) undone.push(change);
  }
  const retyped = undone.filter(({ before }) => before !== null && 'memory_type' in before);
  if (retyped.length > 0)
    await markTypeUndone(db, workspace.id, { memories: retyped.map(({ memory }) => memory.id), at: clock() });
  return undone;
}

/** In an order in which every row comes after those it refers to. */
const TABLES = [
  'memories',
  'memory_counters',
  'relationships',
  'feedback',
  'memory_sources',
  'documents',
  'document_sections',
] as const satisfies readonly ArchivedTableName[];

/**
 * Writes deleted memories again, with what went with them and finds its other end; vectors and discovered relationships
 * follow as jobs.
 * @returns the changes that were undone
 */
async function restoreDeleted(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  changes: readonly UndoableChange[],
): Promise<UndoableChange[]> {
  if (changes.length === 0) return [];
  for (const table of TABLES) {
    const rows = distinct(changes.flatMap(({ before }) => (before as DeletedRows | null)?.[table] ?? []));
    if (rows.length === 0) continue;
    await writeRows(db, workspace.id, {
      table,
      rows: table === 'memories' ? rows.map((row) => withSearchText(row, workspace)) : rows,
      note: noted(),
    });
  }
  return [...changes];
}

/** Two memories that were related both brought the relationship, and sections their document. */
const distinct = (rows: readonly TableRow[]): TableRow[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

function withSearchText(row: TableRow, { language }: Workspace): TableRow {
  const { search_text, term_count } = deriveColumns(contentOf(row), language);
  return { ...row, search_text, term_count };
}
