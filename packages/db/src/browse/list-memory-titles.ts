import { lookUpAny } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

const memoryTitle = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  /** State of the code that it is about, where that is no longer as it was. */
  code: col.text.orNull`g.reason`,
});
export type MemoryTitle = RowOf<typeof memoryTitle>;

/** Titles and types, the most important memories first, then the newest. */
export function listMemoryTitles(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<MemoryTitle[]> {
  return query(
    db,
    memoryTitle,
    sql`select ${memoryTitle.columns} from (
        select * from memories m where m.workspace_id = ${uuid(workspaceId)}
        order by m.importance_score desc, m.created_at desc, m.id limit ${limit}::int offset ${offset}::int) m
      ${lookUpAny(
        'memory_grounds',
        'g',
        sql`g.workspace_id = m.workspace_id and g.memory_id = m.id
          and g.verdict in ('moved', 'changed', 'gone', 'obsolete')`,
      )}
      order by m.importance_score desc, m.created_at desc, m.id`,
  );
}
