import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, queryRows } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, timestamp, uuid } from '../sql-values.ts';

export interface NewDocument {
  id: string;
  identity: string;
  title: string;
  source: string | null;
  origin: string | null;
  memory_type: string;
  document_type: string | null;
  deliverable_id: string | null;
  tags: readonly string[];
}

const upsertedDocument = row({
  id: col.uuid`d.id`,
  identity: col.text`d.identity`,
  title: col.text`d.title`,
});
/**
 * Makes the documents that are not there yet, and locks all of them until the transaction ends, so that of two
 * ingestions of one document the second sees what the first has done. Identities must differ. A title that is no more than the
 * name of the file does not take the place of one that somebody gave.
 */
export async function upsertDocuments(
  tx: Database,
  workspaceId: WorkspaceId,
  { documents, at }: { documents: readonly NewDocument[]; at: Date },
): Promise<RowOf<typeof upsertedDocument>[]> {
  return query(tx, upsertedDocument)`
    insert into documents as d (workspace_id, id, identity, title, source, origin, memory_type, document_type,
      deliverable_id, tags, created_at)
      select ${uuid(workspaceId)}, i.id, i.identity, i.title, i.source, i.origin, i.memory_type, i.document_type,
        i.deliverable_id, i.tags, ${timestamp(at)}
      from jsonb_to_recordset(${json(documents)}) as i(id uuid, identity text, title text, source text, origin text,
        memory_type text, document_type text, deliverable_id text, tags text[])
      order by i.identity
      on conflict (workspace_id, identity) do update set
        title = case when excluded.title = regexp_replace(excluded.source, '^.*/', '')
            and d.title <> regexp_replace(coalesce(d.source, ''), '^.*/', '') then d.title
          else excluded.title end,
        source = excluded.source,
        origin = excluded.origin,
        memory_type = excluded.memory_type, document_type = excluded.document_type,
        deliverable_id = excluded.deliverable_id, tags = excluded.tags
      returning ${upsertedDocument.columns}`;
}

interface MovableDocument {
  identity: string;
  /** Digests of the text of its sections. */
  bodies: readonly string[];
}

interface MovedDocument {
  id: string;
  from: string;
  identity: string;
  source: string | null;
}

/**
 * Stored documents that new ones may be, the most alike first: those gone from another place.
 * At least half of the sections of the shorter one are the same. What is stored under its own identity has not moved.
 */
export async function listMovedDocuments(
  tx: Database,
  workspaceId: WorkspaceId,
  { documents, gone }: { documents: readonly MovableDocument[]; gone: readonly string[] },
): Promise<MovedDocument[]> {
  return queryRows<MovedDocument>(tx)`with wanted as (
        select w.* from jsonb_to_recordset(${json(documents)})
          as w(identity text, bodies text[])
        where not exists (select 1 from documents known
          where known.workspace_id = ${uuid(workspaceId)} and known.identity = w.identity)),
      gone as (select jsonb_array_elements_text(${json(gone)}) identity),
      pairs as (
        select d.id, d.identity was, d.source, d.section_count, w.*, (
          select count(*) from document_sections s
          where s.workspace_id = d.workspace_id and s.document_id = d.id
            and split_part(s.section_hash, '-', 2) = any(w.bodies)) same
        from wanted w join documents d on d.workspace_id = ${uuid(workspaceId)}
          and d.identity in (select identity from gone))
      select id::text id, was "from", identity, source from pairs
      where same > 0 and same * 2 >= least(section_count, cardinality(bodies))
      order by same desc, was, identity`;
}

export async function moveDocuments(
  tx: Database,
  workspaceId: WorkspaceId,
  moved: readonly Pick<MovedDocument, 'id' | 'identity'>[],
): Promise<void> {
  await tx.execute(
    sql`update documents d set identity = i.identity
      from jsonb_to_recordset(${json(moved)}) as i(id uuid, identity text)
      where d.workspace_id = ${uuid(workspaceId)} and d.id = i.id`,
  );
}
