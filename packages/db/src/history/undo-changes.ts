import { sql, type SQL } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { idKeys, timestamp, uuid } from '../sql-values.ts';
import type { TableRow } from '../archive/write-rows.ts';
import type { ArchivedTableName } from '../archive/archived-tables.ts';
import { noted } from './change-source.ts';
import { IS_KEPT } from './delete-expired.ts';
import { readChanges } from './list-changes.ts';

/** Whether change `c` can be taken back, by what its memory `m` is now. */
const STATE: SQL = sql`case
  when c.kind = 'deleted' then case when m.id is null then 'ready' else 'there_again' end
  when m.id is null then 'gone'
  when c.kind = 'created' then
    case when m.content_digest = c.after_digest ->> 'content' then 'ready' else 'changed_since' end
  when exists (select from jsonb_each_text(c.after_digest) a
    where md5((memory_fields(m) -> a.key)::text) <> a.value) then 'changed_since'
  else 'ready' end`;

const undoable = row({
  id: col.uuid`c.id`,
  memory: col.object(row({ id: col.uuid`c.memory_row_id`, memory_id: col.text`c.memory_id` })),
  kind: col.oneOf('created', 'updated', 'deleted')`c.kind`,
  state: col.oneOf('ready', 'gone', 'there_again', 'changed_since')`${STATE}`,
  before: col.json<Record<string, unknown>>().orNull`c.before`,
  via: col.text.orNull`c.via`,
});
export type UndoableChange = RowOf<typeof undoable>;

export type DeletedRows = Partial<Record<ArchivedTableName, TableRow[]>>;

/** One change, or those of a batch, before the change named by `after`. */
interface UndoneSet {
  change?: string | undefined;
  batch?: string | undefined;
  after?: string | undefined;
}

/** The next changes that have not been undone, the latest first. */
export function listChangesToUndo(
  db: Database,
  workspaceId: WorkspaceId,
  { change, batch, after, limit }: UndoneSet & { limit: number },
): Promise<UndoableChange[]> {
  const conditions = [
    sql`c.undone_at is null`,
    ...(change === undefined ? [] : [sql`c.id = ${uuid(change)}`]),
    ...(batch === undefined ? [] : [sql`c.batch = ${batch}::text`]),
    ...(after === undefined ? [] : [sql`c.id < ${uuid(after)}`]),
  ];
  return readChanges(db, workspaceId, { body: undoable, conditions, limit });
}

const known = row({ undone: col.bool`bool_and(c.undone_at is not null)`, changes: col.int`count(*)` });

/** How many changes there are, undone or not, and whether all are undone. */
export async function countChanges(
  db: Database,
  workspaceId: WorkspaceId,
  { change, batch }: UndoneSet,
): Promise<{ changes: number; undone: boolean }> {
  const meant = change === undefined ? sql`c.batch = ${batch ?? ''}::text` : sql`c.id = ${uuid(change)}`;
  const [counted] = await query(db, known)`
    select ${known.columns} from memory_changes c where c.workspace_id = ${uuid(workspaceId)} and ${meant} and ${IS_KEPT}`;
  return counted ?? { changes: 0, undone: false };
}

const deletedMemory = row({
  id: col.uuid`m.id`,
  document: col.uuid.orNull`(select s.document_id from document_sections s
    where s.workspace_id = m.workspace_id and s.memory_id = m.id)`,
});

/** Deletes memories that still are what their creation left, and documents that have no section any more. @returns ids */
export async function deleteCreated(
  db: Database,
  workspaceId: WorkspaceId,
  changeIds: readonly string[],
): Promise<string[]> {
  const workspace = uuid(workspaceId);
  const deleted = await query(db, deletedMemory)`
    delete from memories m using ${idKeys(changeIds, 'k')}, memory_changes c
      where c.workspace_id = ${workspace} and c.id = k.id and m.workspace_id = ${workspace}
        and m.id = c.memory_row_id and m.content_digest = c.after_digest ->> 'content' and ${noted()}
      returning ${deletedMemory.columns}`;
  const documents = [...new Set(deleted.flatMap(({ document }) => document ?? []))];
  if (documents.length > 0)
    await execute(db)`
      delete from documents d using ${idKeys(documents, 'k')} where d.workspace_id = ${workspace} and d.id = k.id
        and not exists (
          select from document_sections s where s.workspace_id = d.workspace_id and s.document_id = d.id)`;
  return deleted.map(({ id }) => id);
}

const brought = row({ sessions: col.int`count(*)` });
const importedSession = row({ session_id: col.text`s.session_id`, is_gone: col.bool`g.id is not null` });

export async function countImportedSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { batch }: { batch: string },
): Promise<number> {
  const [counted] = await query(db, brought)`select ${brought.columns} from sessions s
      where s.workspace_id = ${uuid(workspaceId)} and s.import_batch = ${batch}::text`;
  return counted?.sessions ?? 0;
}

/** @returns all of them: those that have got something since, or of which a memory stays, are not gone */
export async function deleteImportedSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { batch }: { batch: string },
): Promise<RowOf<typeof importedSession>[]> {
  return query(db, importedSession)`with brought as materialized (
        select s.* from sessions s where s.workspace_id = ${uuid(workspaceId)} and s.import_batch = ${batch}::text),
      gone as (
        delete from sessions s using brought b
        where s.workspace_id = b.workspace_id and s.id = b.id
          and greatest(b.last_sign_of_life, b.updated_at) <= b.imported_at
          and not exists (select from memories m
            where m.workspace_id = b.workspace_id and m.source_session_id = b.session_id)
          and not exists (select from feedback f
            where f.workspace_id = b.workspace_id and f.session_id = b.session_id)
        returning s.id)
      select ${importedSession.columns} from brought s left join gone g on g.id = s.id order by s.session_id`;
}

/** A type that a job gave and somebody took back is not given again. */
export async function markTypeUndone(
  db: Database,
  workspaceId: WorkspaceId,
  { memories, at }: { memories: readonly string[]; at: Date },
): Promise<void> {
  await execute(db)`update type_changes t set undone_at = ${timestamp(at)}
      from ${idKeys(memories, 'k')} where t.workspace_id = ${uuid(workspaceId)} and t.memory_id = k.id
        and t.undone_at is null`;
}

export async function markUndone(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  await execute(db)`update memory_changes c set undone_at = ${timestamp(at)}
      from ${idKeys(ids, 'k')} where c.workspace_id = ${uuid(workspaceId)} and c.id = k.id`;
}
