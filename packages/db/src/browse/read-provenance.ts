import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { nullable, uuid, uuidArray } from '../sql-values.ts';

const provenance = row({
  id: col.uuid`m.id`,
  author: col.text.orNull`m.author`,
  project: col.text.orNull`p.project`,
  /** Whether it is of another project than the caller's; false where either is unknown. */
  is_foreign: col.bool`coalesce(not ${isSameProject(sql`p.project`, sql`g.project`)}, false)`,
  branch: col.text.orNull`m.branch`,
  commit: col.text.orNull`m.commit_id`,
});
export type Provenance = RowOf<typeof provenance>;

/**
 * Where memories come from; of those of which nothing is known, nothing.
 * @param project that the caller works in
 */
export async function readProvenance(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  project: string | undefined,
): Promise<Provenance[]> {
  if (ids.length === 0) return [];
  return query(
    db,
    provenance,
    sql`select ${provenance.columns} from memories m cross join (select ${nullable(project ?? null, 'text')} project) g
      cross join lateral (select ${projectOfMemory} project) p
      where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(ids)})
        and coalesce(m.author, p.project, m.branch, m.commit_id) is not null`,
  );
}
