import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, uuid } from '../sql-values.ts';

const importedMemory = row({
  id: col.uuid`i.id`,
  /** Null: no memory has this id. */
  revision: col.int.orNull`m.revision`,
  content_digest: col.text.orNull`m.content_digest`,
  memory_type: col.text.orNull`m.memory_type`,
  updated_at: col.timestamp.orNull`m.updated_at`,
  /** Another memory says the same, whatever its case and spacing. */
  is_said: col.bool`exists (select from memories o where o.workspace_id = i.workspace_id and o.id <> i.id
    and memory_text_key(o.title, o.narrative) = memory_text_key(i.title, i.narrative))`,
});
export type ImportedMemory = RowOf<typeof importedMemory>;

/** What is stored of memories that are to be imported, known by their ids. */
export async function listImported(
  db: Database,
  workspaceId: WorkspaceId,
  memories: readonly { id: string; title: string; narrative: string }[],
): Promise<ImportedMemory[]> {
  const given = memories.map(({ id, title, narrative }) => ({ id, title, narrative }));
  return query(
    db,
    importedMemory,
    sql`with i as materialized (
        select ${uuid(workspaceId)} workspace_id, g.*
        from jsonb_to_recordset(${json(given)}) g(id uuid, title text, narrative text))
      select ${importedMemory.columns} from i
      left join memories m on m.workspace_id = i.workspace_id and m.id = i.id`,
  );
}
