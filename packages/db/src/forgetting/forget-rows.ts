import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { unnoted } from '../history/change-source.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, nullable, timestamp, uuid, uuidArray } from '../sql-values.ts';
import { conditionsOf, type Forgotten, type ForgottenPlaces } from './forgotten-places.ts';

const observation = row({ id: col.uuid`o.id`, content: col.text`o.content` });
export type ForgottenObservation = RowOf<typeof observation>;

/** The next observations that go. */
export async function listForgottenObservations(
  db: Database,
  workspaceId: WorkspaceId,
  forgotten: Forgotten,
  limit: number,
): Promise<ForgottenObservation[]> {
  const rows = await readWhole(db, {
    body: observation,
    selection: sql`select o.id, (row_number() over (order by o.id))::int place, null::json extra,
        ${observation.json} body
      from observations o where ${conditionsOf(workspaceId, forgotten).observations} order by o.id limit ${limit}::int`,
    again: (ids) => sql`select o.id, u.place::int, null::json extra,
        ${observation.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join observations o on o.workspace_id = ${uuid(workspaceId)} and o.id = u.id`,
  });
  return rows.map(({ body }) => body);
}

export async function deleteObservations(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  await execute(
    db,
    sql`delete from observations where workspace_id = ${uuid(workspaceId)} and id = any(${uuidArray(ids)})`,
  );
}

const quotingSession = row({
  id: col.uuid`s.id`,
  session_id: col.text`s.session_id`,
  summary: col.text.orNull`s.summary`,
  metadata: col.json<Record<string, unknown>>()`s.metadata_json`,
});
export type QuotingSession = RowOf<typeof quotingSession>;

/** Sessions whose summary or metadata holds something of it. */
export async function listQuotingSessions(
  db: Database,
  workspaceId: WorkspaceId,
  forgotten: Forgotten,
): Promise<QuotingSession[]> {
  const rows = await readWhole(db, {
    body: quotingSession,
    selection: sql`select s.id, (row_number() over (order by s.id))::int place, null::json extra,
        ${quotingSession.json} body
      from sessions s where ${conditionsOf(workspaceId, forgotten).sessions} order by s.id limit 500`,
    again: (ids) => sql`select s.id, u.place::int, null::json extra, ${quotingSession.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.id = u.id`,
  });
  return rows.map(({ body }) => body);
}

/** Gives a session what is left of its summary and metadata. */
export async function rewriteSession(
  db: Database,
  workspaceId: WorkspaceId,
  { id, summary, metadata }: Pick<QuotingSession, 'id' | 'summary' | 'metadata'>,
): Promise<void> {
  await execute(
    db,
    sql`update sessions s set summary = ${nullable(summary, 'text')}, metadata_json = ${json(metadata)}
      where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)}`,
  );
}

/** Deletes a session; what refers to it from elsewhere does so no more. */
export async function deleteSession(db: Database, workspaceId: WorkspaceId, id: string): Promise<void> {
  await execute(
    db,
    sql`update feedback f set session_id = null from sessions s
      where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)} and f.workspace_id = s.workspace_id
        and f.session_id = s.session_id`,
  );
  await execute(
    db,
    sql`delete from sessions s where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)}
      and not exists (select from memories m
        where m.workspace_id = s.workspace_id and m.source_session_id = s.session_id)`,
  );
}

const cleaned = row({
  changes: col.int`(select count(*) from changed)`,
  contexts: col.int`(select count(*) from rated) + (select count(*) from related)`,
  replies: col.int`(select count(*) from replied)`,
  documents: col.int`(select count(*) from titled)`,
  memories: col.int`(select count(*) from gone)`,
});

const document = row({ id: col.uuid`s.document_id` });

/**
 * Deletes memories with all that hangs on them, without a trace in the history, and cleans the places that quote them;
 * observations and sessions have been cleaned before.
 */
export async function forgetRows(
  db: Database,
  workspaceId: WorkspaceId,
  forgotten: Forgotten,
): Promise<Omit<ForgottenPlaces, 'observations' | 'summaries'> & { memories: number }> {
  const workspace = uuid(workspaceId);
  const where = conditionsOf(workspaceId, forgotten);
  const ids = uuidArray(forgotten.ids);
  const parts = await query(
    db,
    document,
    sql`select distinct ${document.columns} from document_sections s
      where s.workspace_id = ${workspace} and s.memory_id = any(${ids})`,
  );
  const [counts] = await query(
    db,
    cleaned,
    sql`with changed as (delete from memory_changes c where ${where.changes} returning 1),
      rated as (update feedback f set context = null where ${where.feedback} returning 1),
      related as (update relationships r set context = null where ${where.relationships} returning 1),
      replied as (delete from idempotent_replies i where ${where.replies} returning 1),
      attempted as (delete from job_attempts a where ${where.attempts} returning 1),
      titled as (update documents d set title = coalesce(d.source, 'Untitled') where ${where.documents} returning 1),
      headed as (update document_sections h set heading_path = '{}' where ${where.headings} returning 1),
      gone as (
        delete from memories m where m.workspace_id = ${workspace} and m.id = any(${ids}) and ${unnoted()} returning 1)
      select ${cleaned.columns}`,
  );
  if (parts.length > 0)
    await execute(
      db,
      sql`delete from documents d where d.workspace_id = ${workspace}
        and d.id = any(${uuidArray(parts.map(({ id }) => id))})
        and not exists (
          select from document_sections s where s.workspace_id = d.workspace_id and s.document_id = d.id)`,
    );
  return counts ?? { changes: 0, contexts: 0, replies: 0, documents: 0, memories: 0 };
}

/** Keeps digests of what is forgotten. */
export async function insertTombstones(
  db: Database,
  workspaceId: WorkspaceId,
  { salt, digests, at }: { salt: string; digests: readonly string[]; at: Date },
): Promise<void> {
  await execute(
    db,
    sql`insert into tombstones (workspace_id, salt, text_digest, forgotten_at)
      select ${uuid(workspaceId)}, ${salt}::text, d.digest, ${timestamp(at)}
      from jsonb_array_elements_text(${json([...new Set(digests)])}) d(digest) on conflict do nothing`,
  );
}

const known = row({
  digest: col.text`t.text_digest`,
  /** The last time. */
  forgotten_at: col.timestamp`max(t.forgotten_at)`,
});
export type KnownTombstone = RowOf<typeof known>;

/** Which of these digests are of something forgotten. */
export async function listTombstones(
  db: Database,
  workspaceId: WorkspaceId,
  digests: readonly string[],
): Promise<KnownTombstone[]> {
  return query(
    db,
    known,
    sql`select ${known.columns} from tombstones t
      join jsonb_array_elements_text(${json(digests)}) d(digest) on d.digest = t.text_digest
      where t.workspace_id = ${uuid(workspaceId)} group by t.text_digest`,
  );
}
