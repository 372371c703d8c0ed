import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { timestamp } from '../sql-values.ts';

/** Workspaces in which the sweep may find sessions to end or summaries to ask for. */
export async function listWorkspacesWithDueSessions(
  db: Database,
  { idleSince, at }: { idleSince: Date; at: Date },
): Promise<WorkspaceId[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select workspace_id::text id from (
        select workspace_id from sessions where is_active and last_sign_of_life < ${timestamp(idleSince)}
        union
        select workspace_id from sessions where summary_due_at is not null and summary_due_at <= ${timestamp(at)}) due
      order by 1`,
  );
  return rows.map(({ id }) => id as WorkspaceId);
}
