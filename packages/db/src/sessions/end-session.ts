import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col } from '../row.ts';
import { nullable, timestamp } from '../sql-values.ts';
import { isSession, readSession, type SessionRow } from './session-row.ts';

export interface EndSessionOptions {
  sessionId: string;
  /** Kept unless a caller has given one before and the session has ended since. */
  summary: string | null;
  /** When it ended. */
  at: Date;
  /** When the sweep asks for the summary again, should the message be lost. */
  summaryDueAt: Date;
}

/**
 * Ends a session; one that has ended keeps its end.
 * @returns the session, and whether a summary is wanted: it was active, or observations arrived since one was asked for;
 *   undefined when the workspace has no such session
 */
export async function endSession(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, summary, at, summaryDueAt }: EndSessionOptions,
): Promise<{ session: SessionRow; summaryWanted: boolean } | undefined> {
  const given = nullable(summary, 'text');
  // The row is locked before it is judged: of two parallel calls one finds the session ended.
  const ended = await readSession(db, workspaceId, {
    expressions: sql`
      before as materialized (
        select s.workspace_id, s.id,
          s.is_active or s.observation_count > coalesce(s.requested_count, 0) wanted,
          ${given} is not null and (s.is_active or s.summary_origin is distinct from 'caller') takes_summary
        from sessions s where ${isSession(workspaceId, sessionId)} for update),
      ended as (
        update sessions s set is_active = false,
          ended_at = coalesce(s.ended_at, greatest(s.started_at, ${timestamp(at)})),
          summary = case when b.takes_summary then ${given} else s.summary end,
          summary_origin = case when b.takes_summary then 'caller' else s.summary_origin end,
          requested_count = case when b.wanted then s.observation_count else s.requested_count end,
          summary_due_at = case when b.wanted then ${timestamp(summaryDueAt)} else s.summary_due_at end,
          summary_attempts = case when b.wanted then 0 else s.summary_attempts end
        from before b where s.workspace_id = b.workspace_id and s.id = b.id
        returning s.*, b.wanted)`,
    from: sql`ended s`,
    extra: col.bool`s.wanted`,
  });
  return ended && { session: ended.session, summaryWanted: ended.extra };
}
