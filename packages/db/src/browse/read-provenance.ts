import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

const provenance = row({
  id: col.uuid`m.id`,
  author: col.text.orNull`m.author`,
  project: col.text.orNull`m.project`,
  branch: col.text.orNull`m.branch`,
  commit: col.text.orNull`m.commit_id`,
});
export type Provenance = RowOf<typeof provenance>;

/** Where memories come from; of those of which nothing is known, nothing. */
export async function readProvenance(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Provenance[]> {
  if (ids.length === 0) return [];
  return query(
    db,
    provenance,
    sql`select ${provenance.columns} from memories m
      where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(ids)})
        and coalesce(m.author, m.project, m.branch, m.commit_id) is not null`,
  );
}
