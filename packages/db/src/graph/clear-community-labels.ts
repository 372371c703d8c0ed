import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** Until the next analysis of the graph, no group of the workspace has a name. */
export async function clearCommunityLabels(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(
    db,
    sql`update memory_counters set community_label = null
      where workspace_id = ${uuid(workspaceId)} and community_label is not null`,
  );
}
