import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** What is stored of a section: its memory, and the labels the memory carries. */
export interface KnownSectionRow {
  document_id: string;
  memory_id: string;
  key: string;
  section_hash: string;
  memory_type: string;
  /** JSON text. */
  tags: string;
  source_files: string;
}

const PAGE = 1_000;

/** The stored sections of some documents, each document's in its order. */
export async function listKnownSections(
  db: Database,
  workspaceId: WorkspaceId,
  documentIds: readonly string[],
): Promise<KnownSectionRow[]> {
  const sections: KnownSectionRow[] = [];
  for (;;) {
    const page = await queryRows<KnownSectionRow>(
      db,
      sql`select s.document_id::text document_id, s.memory_id::text memory_id, s.key, s.section_hash, m.memory_type,
          to_json(m.tags)::text tags, to_json(m.source_files)::text source_files
        from document_sections s join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
        where s.workspace_id = ${uuid(workspaceId)} and s.document_id = any(${uuidArray(documentIds)})
        order by s.document_id, s.ordinal, s.memory_id limit ${PAGE}::int offset ${sections.length}::int`,
    );
    sections.push(...page);
    if (page.length < PAGE) return sections;
  }
}
