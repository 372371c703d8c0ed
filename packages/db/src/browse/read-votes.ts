import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

const votes = row({
  id: col.uuid`c.memory_id`,
  useful: col.int`c.feedback_positive_count`,
  useless: col.int`c.feedback_negative_count`,
});
export type Votes = RowOf<typeof votes>;

/** What was said of memories; of those that nobody has voted on, nothing. */
export async function readVotes(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Votes[]> {
  if (ids.length === 0) return [];
  return query(
    db,
    votes,
    sql`select ${votes.columns} from memory_counters c
      where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = any(${uuidArray(ids)})
        and c.feedback_positive_count + c.feedback_negative_count > 0`,
  );
}
