import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** Facts of the observations that no summary has worked through yet. */
export async function countPendingObservations(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<{ pending: number; oldestAt: string | null; failedSummaries: number }> {
  const [row] = await queryRows<{ pending: number; oldest_at: string | null; failed: number }>(
    db,
    sql`select count(*)::int pending, min(o.created_at)::text oldest_at,
        (select count(*)::int from sessions s
          where s.workspace_id = ${uuid(workspaceId)} and s.summary_due_at is not null and s.summary_attempts > 1) failed
      from observations o where o.workspace_id = ${uuid(workspaceId)} and o.processed_at is null`,
  );
  return { pending: row?.pending ?? 0, oldestAt: row?.oldest_at ?? null, failedSummaries: row?.failed ?? 0 };
}
