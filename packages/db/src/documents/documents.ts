import { sql, type SQL } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** A document without its text; timestamps are ISO 8601 with an offset. */
export interface DocumentRow {
  id: string;
  title: string;
  source: string | null;
  memory_type: string;
  document_type: string | null;
  deliverable_id: string | null;
  tags: string[];
  section_count: number;
  created_at: string;
  updated_at: string | null;
}

export interface SectionRow {
  memory: { id: string; memory_id: string };
  title: string;
  heading_path: string[];
}

const documentJson =
  sql.raw(`json_build_object('id', d.id, 'title', d.title, 'source', d.source, 'memory_type', d.memory_type,
  'document_type', d.document_type, 'deliverable_id', d.deliverable_id, 'tags', d.tags, 'section_count', d.section_count,
  'created_at', d.created_at, 'updated_at', d.updated_at)`);

/** A page of documents, the newest first, and how many there are in all. */
export async function listDocuments(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; documents: DocumentRow[] }> {
  const bodies = (picked: SQL) => sql`select d.id, p.place, (
      select to_json(count(*)) from documents a where a.workspace_id = ${uuid(workspaceId)}) extra, ${documentJson} body
    from (${picked}) p join documents d on d.workspace_id = ${uuid(workspaceId)} and d.id = p.id`;
  const read = await readWhole<DocumentRow, number>(db, {
    selection:
      bodies(sql`select id, (row_number() over (order by created_at desc, id))::int place from documents
      where workspace_id = ${uuid(workspaceId)} order by created_at desc, id limit ${limit}::int offset ${offset}::int`),
    again: (ids) =>
      bodies(sql`select u.id, u.place::int from unnest(${uuidArray(ids)}) with ordinality u(id, place)`),
  });
  const count = read[0]?.extra ?? (await countDocuments(db, workspaceId));
  return { count, documents: read.map(({ body }) => body) };
}

/** For a page behind the last document, which has no row to carry the number. */
async function countDocuments(db: Database, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int count from documents where workspace_id = ${uuid(workspaceId)}`,
  );
  return row?.count ?? 0;
}

const SECTIONS_PAGE = 400;

/** One document with its sections in order; undefined when the workspace has none of this id. */
export async function findDocument(
  db: Database,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ document: DocumentRow; sections: SectionRow[] } | undefined> {
  const sections: SectionRow[] = [];
  for (;;) {
    const rows = await queryRows<{ document: string; section: string | null }>(
      db,
      sql`select ${documentJson}::text document, s.body section
        from documents d left join lateral (
          select json_build_object('memory', json_build_object('id', m.id, 'memory_id', m.memory_id), 'title', m.title,
            'heading_path', s.heading_path)::text body
          from document_sections s join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
          where s.workspace_id = d.workspace_id and s.document_id = d.id
          order by s.ordinal, s.memory_id limit ${SECTIONS_PAGE}::int offset ${sections.length}::int) s on true
        where d.workspace_id = ${uuid(workspaceId)} and d.id = ${uuid(id)}`,
    );
    const [first] = rows;
    if (!first) return undefined;
    sections.push(
      ...rows.flatMap(({ section }) => (section === null ? [] : [JSON.parse(section) as SectionRow])),
    );
    if (rows.length < SECTIONS_PAGE) return { document: JSON.parse(first.document) as DocumentRow, sections };
  }
}

/** Deletes a document with the memories of its sections; false when the workspace has none of this id. */
export async function deleteDocument(db: Database, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`with gone as (delete from documents where workspace_id = ${uuid(workspaceId)} and id = ${uuid(id)} returning id),
      forgotten as (
        delete from memories m using document_sections s
        where s.workspace_id = ${uuid(workspaceId)} and s.document_id in (select id from gone)
          and m.workspace_id = s.workspace_id and m.id = s.memory_id)
      select id::text id from gone`,
  );
  return rows.length > 0;
}
