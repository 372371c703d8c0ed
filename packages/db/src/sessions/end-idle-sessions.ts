import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

const sessionId = row({ id: col.uuid`s.id` });

export interface EndIdleOptions {
  /** Sessions whose last sign of life is older are ended at that sign. */
  idleSince: Date;
  summaryDueAt: Date;
  limit: number;
}

/**
 * Ends sessions without a sign of life. Signs are the start, changes, observations, memories stored from the session and
 * feedback given in it.
 * @returns the internal ids of the sessions that were ended
 */
export async function endIdleSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { idleSince, summaryDueAt, limit }: EndIdleOptions,
): Promise<string[]> {
  const rows = await query(
    db,
    sessionId,
    sql`with idle as materialized (
        select s.id, greatest(s.last_sign_of_life,
            (select max(m.created_at) from memories m
              where m.workspace_id = s.workspace_id and m.source_session_id = s.session_id),
            (select max(f.created_at) from feedback f
              where f.workspace_id = s.workspace_id and f.session_id = s.session_id)) sign
        from sessions s
        where s.workspace_id = ${uuid(workspaceId)} and s.is_active and s.last_sign_of_life < ${timestamp(idleSince)})
      update sessions s set is_active = false, ended_at = i.sign, requested_count = s.observation_count,
        summary_due_at = ${timestamp(summaryDueAt)}, summary_attempts = 0
      from (select * from idle where sign < ${timestamp(idleSince)} order by sign, id limit ${limit}::int) i
      where s.workspace_id = ${uuid(workspaceId)} and s.id = i.id and s.is_active
        and s.last_sign_of_life < ${timestamp(idleSince)}
      returning ${sessionId.columns}`,
  );
  return rows.map(({ id }) => id);
}
