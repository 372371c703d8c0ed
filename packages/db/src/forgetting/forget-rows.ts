import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { noted, unnoted } from '../history/change-source.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, nullable, textArray, timestamp, uuid, idKeys } from '../sql-values.ts';

export async function rewriteSession(
  db: Database,
  workspaceId: WorkspaceId,
  { id, summary, metadata }: { id: string; summary: string | null; metadata: Record<string, unknown> },
): Promise<void> {
  await execute(db)`
    update sessions s set summary = ${nullable(summary, 'text')}, metadata_json = ${json(metadata)}
      where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)}`;
}

export async function rewriteObservation(
  db: Database,
  workspaceId: WorkspaceId,
  { id, content }: { id: string; content: string },
): Promise<void> {
  await execute(db)`update observations o set content = ${content}::text
      where o.workspace_id = ${uuid(workspaceId)} and o.id = ${uuid(id)}`;
}

export async function deleteSession(
  db: Database,
  workspaceId: WorkspaceId,
  sessionId: string,
): Promise<void> {
  const workspace = uuid(workspaceId);
  await execute(db)`update feedback f set session_id = null
      where f.workspace_id = ${workspace} and f.session_id = ${sessionId}::text`;
  await execute(db)`
    delete from sessions s where s.workspace_id = ${workspace} and s.session_id = ${sessionId}::text
      and not exists (select from memories m
        where m.workspace_id = s.workspace_id and m.source_session_id = s.session_id)`;
}

const document = row({ id: col.uuid`s.document_id` });

/**
 * Deletes memories with all that hangs on them, without a trace in the history or in what was tried for them, and documents
 * of which they were the last sections.
 * @param options.keepsCopy whether the history keeps the deletion itself, with all that went, for an hour
 */
export async function forgetRows(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  { keepsCopy = false }: { keepsCopy?: boolean } = {},
): Promise<void> {
  const workspace = uuid(workspaceId);
  const going = idKeys(ids, 'k');
  const parts = await query(db, document)`select distinct ${document.columns} from ${going}
      join document_sections s on s.workspace_id = ${workspace} and s.memory_id = k.id`;
  await execute(db)`with changed as (
        delete from memory_changes c using ${going} where c.workspace_id = ${workspace} and c.memory_row_id = k.id),
      attempted as (
        delete from job_attempts a
        where a.workspace_id = ${workspace} and a.payload ->> 'memoryId' = any(${textArray(ids)}))
      delete from memories m using ${going} where m.workspace_id = ${workspace} and m.id = k.id
        and ${keepsCopy ? noted() : unnoted()}`;
  if (parts.length > 0)
    await execute(db)`delete from documents d using ${idKeys(
      parts.map(({ id }) => id),
      'k',
    )} where d.workspace_id = ${workspace} and d.id = k.id
        and not exists (
          select from document_sections s where s.workspace_id = d.workspace_id and s.document_id = d.id)`;
}

export async function insertTombstones(
  db: Database,
  workspaceId: WorkspaceId,
  { salt, digests, at }: { salt: string; digests: readonly string[]; at: Date },
): Promise<void> {
  await execute(db)`insert into tombstones (workspace_id, salt, text_digest, forgotten_at)
      select ${uuid(workspaceId)}, ${salt}::text, d.digest, ${timestamp(at)}
      from jsonb_array_elements_text(${json([...new Set(digests)])}) d(digest)
      on conflict (workspace_id, salt, text_digest) do update
        set forgotten_at = greatest(tombstones.forgotten_at, excluded.forgotten_at)`;
}

/** A memory that came back is no longer known as forgotten. */
export async function deleteTombstones(
  db: Database,
  workspaceId: WorkspaceId,
  digests: readonly string[],
): Promise<void> {
  await execute(db)`delete from tombstones t using jsonb_array_elements_text(${json(digests)}) d(digest)
      where t.workspace_id = ${uuid(workspaceId)} and t.text_digest = d.digest`;
}

const known = row({
  digest: col.text`t.text_digest`,
  forgotten_at: col.timestamp`max(t.forgotten_at)`,
});
export async function listTombstones(
  db: Database,
  workspaceId: WorkspaceId,
  digests: readonly string[],
): Promise<RowOf<typeof known>[]> {
  return query(db, known)`select ${known.columns} from tombstones t
      join jsonb_array_elements_text(${json(digests)}) d(digest) on d.digest = t.text_digest
      where t.workspace_id = ${uuid(workspaceId)} group by t.text_digest`;
}
