import { sql, type SQL } from 'drizzle-orm';
import { query, queryRows, type Database, type WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, uuid, uuidArray, idKeys, json, timestamp } from '../sql-values.ts';

/** Document `d` without its text; timestamps are ISO 8601 with an offset. */
const documentRow = row({
  id: col.uuid`d.id`,
  title: col.text`d.title`,
  source: col.text.orNull`d.source`,
  origin: col.text.orNull`d.origin`,
  memory_type: col.memoryType`d.memory_type`,
  document_type: col.text.orNull`d.document_type`,
  deliverable_id: col.text.orNull`d.deliverable_id`,
  tags: col.textList`d.tags`,
  section_count: col.int`d.section_count`,
  created_at: col.timestamp`d.created_at`,
  updated_at: col.timestamp.orNull`d.updated_at`,
});
export type DocumentRow = RowOf<typeof documentRow>;

/** Section `s` with its memory `m`. */
const sectionRow = row({
  memory: col.object(memoryIdentity),
  title: col.text`m.title`,
  heading_path: col.textList`s.heading_path`,
  beginning: col.text`left(m.narrative, 200)`,
});
type SectionRow = RowOf<typeof sectionRow>;

const COUNT = col.int`count(*)`;
const counted = row({ count: COUNT });

interface DocumentFilter {
  origin?: string | undefined;
  /** A folder of that origin, without a slash at its end. */
  under?: string | undefined;
}

const meant = (workspaceId: WorkspaceId, { origin, under }: DocumentFilter): SQL => {
  const folder = under === undefined || under === '.' ? null : `${under.replace(/\/$/u, '')}/`;
  return sql`workspace_id = ${uuid(workspaceId)}
    and (${nullable(origin ?? null, 'text')} is null or origin = ${nullable(origin ?? null, 'text')})
    and (${nullable(folder, 'text')} is null or starts_with(source, ${nullable(folder, 'text')}))`;
};

export async function listDocuments(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset, ...filter }: { limit: number; offset: number } & DocumentFilter,
): Promise<{ count: number; documents: DocumentRow[] }> {
  const where = meant(workspaceId, filter);
  const bodies = (picked: SQL) => sql`select d.id, p.place, (
      select to_json(${COUNT.json}) from documents where ${where}) extra,
        ${documentRow.json} body
    from (${picked}) p join documents d on d.workspace_id = ${uuid(workspaceId)} and d.id = p.id`;
  const read = await readWhole(db, {
    body: documentRow,
    extra: COUNT,
    selection:
      bodies(sql`select id, (row_number() over (order by created_at desc, id))::int place from documents
      where ${where} order by created_at desc, id
        limit ${limit}::int offset ${offset}::int`),
    again: (ids) =>
      bodies(sql`select u.id, u.place::int from unnest(${uuidArray(ids)}) with ordinality u(id, place)`),
  });
  const count = read[0]?.extra ?? (await countDocuments(db, where));
  return { count, documents: read.map(({ body }) => body) };
}

/** For a page behind the last document, which has no row to carry the number. */
async function countDocuments(db: Database, where: SQL): Promise<number> {
  const [documents] = await query(db, counted)`select ${counted.columns} from documents where ${where}`;
  return documents?.count ?? 0;
}

const SECTIONS_PAGE = 400;

const documentSection = row({
  document: col.object(documentRow),
  section: col.json<SectionRow>().orNull`s.body`,
});

export async function findDocument(
  db: Database,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ document: DocumentRow; sections: SectionRow[] } | undefined> {
  const sections: SectionRow[] = [];
  for (;;) {
    const rows = await query(db, documentSection)`select ${documentSection.columns}
        from documents d left join lateral (
          select ${sectionRow.json} body
          from document_sections s join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
          where s.workspace_id = d.workspace_id and s.document_id = d.id
          order by s.ordinal, s.memory_id limit ${SECTIONS_PAGE}::int offset ${sections.length}::int) s on true
        where d.workspace_id = ${uuid(workspaceId)} and d.id = ${uuid(id)}`;
    const [first] = rows;
    if (!first) return undefined;
    sections.push(...rows.flatMap(({ section }) => section ?? []));
    if (rows.length < SECTIONS_PAGE) return { document: first.document, sections };
  }
}

/** Deletes documents with the memories of their sections; those of another workspace, or of none, are passed over. */
export async function deleteDocuments(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<{ deleted: number; removed: number }> {
  const [counts] = await queryRows<{ deleted: number; removed: number }>(db)`with removed as materialized (
        delete from memories m using ${idKeys(ids, 'k')}, document_sections s
        where s.workspace_id = ${uuid(workspaceId)} and s.document_id = k.id
          and m.workspace_id = s.workspace_id and m.id = s.memory_id and ${noted()}
        returning m.id),
      gone as (
        delete from documents d using ${idKeys(ids, 'k')} where d.workspace_id = ${uuid(workspaceId)} and d.id = k.id
          and (select count(*) from removed) >= 0
        returning d.id)
      select (select count(*)::int from gone) deleted, (select count(*)::int from removed) removed`;
  return counts ?? { deleted: 0, removed: 0 };
}

/** Section `s` as it is stored: its memory `m`, and the labels the memory carries. */
const knownSection = row({
  document_id: col.uuid`s.document_id`,
  memory_id: col.uuid`s.memory_id`,
  key: col.text`s.key`,
  section_hash: col.text`s.section_hash`,
  memory_type: col.text`m.memory_type`,
  tags: col.textList`m.tags`,
  source_files: col.textList`m.source_files`,
});
export type KnownSectionRow = RowOf<typeof knownSection>;

const PAGE = 1_000;

export async function listKnownSections(
  db: Database,
  workspaceId: WorkspaceId,
  documentIds: readonly string[],
): Promise<KnownSectionRow[]> {
  const sections: KnownSectionRow[] = [];
  for (;;) {
    const page = await query(db, knownSection)`select ${knownSection.columns}
        from ${idKeys(documentIds, 'k')}
        join document_sections s on s.workspace_id = ${uuid(workspaceId)} and s.document_id = k.id
        join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
        order by s.document_id, s.ordinal, s.memory_id limit ${PAGE}::int offset ${sections.length}::int`;
    sections.push(...page);
    if (page.length < PAGE) return sections;
  }
}

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
