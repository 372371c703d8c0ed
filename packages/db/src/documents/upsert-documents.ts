import { query, type Database, type WorkspaceId } from '../database.ts';
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
type UpsertedDocument = RowOf<typeof upsertedDocument>;

/**
 * Makes the documents that are not there yet, and locks all of them until the transaction ends, so that of two
 * ingestions of one document the second sees what the first has done. Identities must differ. A title that is no more than the
 * name of the file does not take the place of one that somebody gave.
 */
export async function upsertDocuments(
  tx: Database,
  workspaceId: WorkspaceId,
  { documents, at }: { documents: readonly NewDocument[]; at: Date },
): Promise<UpsertedDocument[]> {
  return query(
    tx,
    upsertedDocument,
  )`insert into documents as d (workspace_id, id, identity, title, source, origin, memory_type, document_type,
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
