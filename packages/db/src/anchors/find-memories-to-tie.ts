import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../id-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { textArray, timestamp, uuid, uuidArray } from '../sql-values.ts';

const memoryToTie = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  revision: col.int`m.revision`,
});

/** Of some memories, named by either identifier, those that may be tied to other code: nobody has settled them as they are. */
export function findMemoriesToTie(
  db: Database,
  workspaceId: WorkspaceId,
  named: { ids: readonly string[] } | { memoryIds: readonly string[] },
): Promise<RowOf<typeof memoryToTie>[]> {
  const isNamed =
    'ids' in named
      ? sql`m.id = any(${uuidArray(named.ids)})`
      : sql`m.memory_id = any(${textArray(named.memoryIds)})`;
  return query(
    db,
    memoryToTie,
    sql`select ${memoryToTie.columns} from memories m
      left join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where m.workspace_id = ${uuid(workspaceId)} and ${isNamed} and coalesce(g.verdict <> 'obsolete', true)
        and not exists (
          select from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id
            and a.source = 'settled' and g.revision = m.revision)`,
  );
}

/** Says that the history and the tree were asked, and had nothing to say. */
export async function markGrounded(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await query(
    db,
    idRow,
    sql`with marked as (
        insert into memory_grounds as g (workspace_id, memory_id, revision, anchored_at, judged_at, grounded_revision)
        select m.workspace_id, m.id, m.revision, ${timestamp(at)}, ${timestamp(at)}, m.revision
        from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(ids)})
        order by m.id for key share of m
        on conflict (workspace_id, memory_id) do update set grounded_revision = excluded.grounded_revision
        returning memory_id)
      select memory_id as id from marked limit 1`,
  );
}
