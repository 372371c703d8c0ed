import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, idKeys } from '../sql-values.ts';

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

/** The stored sections of some documents, each document's in its order. */
export async function listKnownSections(
  db: Database,
  workspaceId: WorkspaceId,
  documentIds: readonly string[],
): Promise<KnownSectionRow[]> {
  const sections: KnownSectionRow[] = [];
  for (;;) {
    const page = await query(
      db,
      knownSection,
      sql`select ${knownSection.columns}
        from ${idKeys(documentIds, 'k')}
        join document_sections s on s.workspace_id = ${uuid(workspaceId)} and s.document_id = k.id
        join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
        order by s.document_id, s.ordinal, s.memory_id limit ${PAGE}::int offset ${sections.length}::int`,
    );
    sections.push(...page);
    if (page.length < PAGE) return sections;
  }
}
