import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { workspaceIdRow } from '../id-row.ts';
import { timestamp } from '../sql-values.ts';

/** Workspaces in which the sweep may find sessions to end or summaries to ask for. */
export async function listWorkspacesWithDueSessions(
  db: Database,
  { idleSince, at }: { idleSince: Date; at: Date },
): Promise<WorkspaceId[]> {
  const rows = await query(
    db,
    workspaceIdRow,
    sql`select ${workspaceIdRow.columns} from (
        select workspace_id from sessions where is_active and last_sign_of_life < ${timestamp(idleSince)}
        union
        select workspace_id from sessions where summary_due_at is not null and summary_due_at <= ${timestamp(at)}) w
      order by workspace_id`,
  );
  return rows.map(({ id }) => id);
}
