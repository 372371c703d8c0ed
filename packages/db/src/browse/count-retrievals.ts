import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Counts that these memories appeared in a search answer. */
export async function countRetrievals(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // Locked in one order: two searches that find the same memories must not wait for each other in a circle.
  await db.execute(
    sql`with found as materialized (
        select memory_id from memory_counters
        where workspace_id = ${uuid(workspaceId)} and memory_id = any(${uuidArray(ids)})
        order by memory_id for update)
      update memory_counters c set retrieval_count = c.retrieval_count + 1 from found f
      where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = f.memory_id`,
  );
}
