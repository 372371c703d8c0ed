import { namedMemories, type NamedMemories } from '../memories/memory-ref.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';

const lostGround = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  code: col.text`g.reason`,
});

/** Of some memories, named by either identifier, those whose code is not where or as it was, with a clause of why. */
export function listLostGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  named: NamedMemories,
): Promise<RowOf<typeof lostGround>[]> {
  return query(
    db,
    lostGround,
    sql`select ${lostGround.columns} from ${namedMemories(workspaceId, named)}
      join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where g.verdict in ('moved', 'changed', 'gone', 'obsolete')`,
  );
}
