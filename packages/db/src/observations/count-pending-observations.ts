import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** Facts of the observations that no summary has worked through yet. */
export async function countPendingObservations(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<{ pending: number; oldestAt: string | null; failedSummaries: number }> {
  const pending = row({
    pending: col.int`count(*)`,
    oldestAt: col.text.orNull`min(o.created_at)`,
    failedSummaries: col.int`(
      select count(*) from sessions s
      where s.workspace_id = ${uuid(workspaceId)} and s.summary_due_at is not null and s.summary_attempts > 1)`,
  });
  const [counted] = await query(
    db,
    pending,
    sql`select ${pending.columns} from observations o
      where o.workspace_id = ${uuid(workspaceId)} and o.processed_at is null`,
  );
  return counted ?? { pending: 0, oldestAt: null, failedSummaries: 0 };
}
