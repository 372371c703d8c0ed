import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow, workspaceIdRow } from '../is-there.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

interface ClaimDueOptions {
  at: Date;
  /** When the sweep looks at them again. */
  nextDueAt: Date;
  limit: number;
}

/** Internal ids of ended sessions whose summary is overdue: its message was lost, failed for good, or had to wait. */
export async function claimDueSummaries(
  db: Database,
  workspaceId: WorkspaceId,
  { at, nextDueAt, limit }: ClaimDueOptions,
): Promise<string[]> {
  const rows = await query(db, idRow)`update sessions s set summary_due_at = ${timestamp(nextDueAt)}
      where s.workspace_id = ${uuid(workspaceId)} and s.summary_due_at <= ${timestamp(at)} and s.id in (
        select d.id from sessions d
        where d.workspace_id = ${uuid(workspaceId)} and d.summary_due_at <= ${timestamp(at)}
        order by d.summary_due_at, d.id limit ${limit}::int)
      returning ${idRow.columns}`;
  return rows.map(({ id }) => id);
}

/** Workspaces in which the sweep may find sessions to end or summaries to ask for, by id. */
export async function listWorkspacesWithDueSessions(
  db: Database,
  { idleSince, at, after, limit }: { idleSince: Date; at: Date; after: string | null; limit: number },
): Promise<WorkspaceId[]> {
  const later = sql`(${nullable(after, 'uuid')} is null or workspace_id > ${nullable(after, 'uuid')})`;
  const rows = await query(db, workspaceIdRow)`select ${workspaceIdRow.columns} from (
        select workspace_id from sessions
        where is_active and last_sign_of_life < ${timestamp(idleSince)} and ${later}
        union
        select workspace_id from sessions
        where summary_due_at is not null and summary_due_at <= ${timestamp(at)} and ${later}) w
      order by workspace_id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}
