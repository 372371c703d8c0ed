import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { textArray, uuid, uuidArray } from '../sql-values.ts';

const lostGround = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  code: col.text`g.reason`,
});

/** Of some memories, named by either identifier, those whose code is not where or as it was, with a clause of why. */
export function listLostGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  named: { ids: readonly string[] } | { memoryIds: readonly string[] },
): Promise<RowOf<typeof lostGround>[]> {
  const isNamed =
    'ids' in named
      ? sql`m.id = any(${uuidArray(named.ids)})`
      : sql`m.memory_id = any(${textArray(named.memoryIds)})`;
  return query(
    db,
    lostGround,
    sql`select ${lostGround.columns} from memories m
      join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where m.workspace_id = ${uuid(workspaceId)} and ${isNamed}
        and g.verdict in ('moved', 'changed', 'gone', 'obsolete')`,
  );
}
