import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';

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

/** Gives stored documents their new identities. */
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
