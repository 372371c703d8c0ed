import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isSession } from '../sessions/session-row.ts';
import { col, row } from '../row.ts';
import { json, timestamp } from '../sql-values.ts';

export interface NewObservation {
  id: string;
  /** The sender's own id of the event: a second one of the same session is passed over. */
  event_id: string | null;
  kind: string | null;
  tool_name: string | null;
  files: readonly string[];
  content: string;
  occurred_at: Date;
}

export interface InsertObservationsOptions {
  sessionId: string;
  observations: readonly NewObservation[];
  at: Date;
  /** When the sweep looks at a session that has ended and gets observations nevertheless. */
  lateSummaryDueAt: Date;
}

const outcome = row({
  sessions: col.int`(select count(*) from target)`,
  accepted: col.int`(select count(*) from kept)`,
});

/**
 * Keeps observations of a session, active or ended, and marks it as alive.
 * @returns how many were new; undefined when the workspace has no such session
 */
export async function insertObservations(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, observations, at, lateSummaryDueAt }: InsertObservationsOptions,
): Promise<number | undefined> {
  const [written] = await query(
    db,
    outcome,
    sql`with target as materialized (
        select s.workspace_id, s.id from sessions s where ${isSession(workspaceId, sessionId)}),
      input as materialized (
        select i.*, row_number() over () place from jsonb_to_recordset(${json(observations)}) as i(
          id uuid, event_id text, kind text, tool_name text, files text[], content text, occurred_at timestamptz)),
      kept as (
        insert into observations (workspace_id, id, session_row_id, event_id, kind, tool_name, files, content,
          occurred_at, created_at)
        select t.workspace_id, i.id, t.id, i.event_id, i.kind, i.tool_name, i.files, i.content, i.occurred_at,
          ${timestamp(at)}
        from target t cross join input i order by i.place
        on conflict do nothing returning 1),
      alive as (
        update sessions s set last_sign_of_life = greatest(s.last_sign_of_life, ${timestamp(at)}),
          observation_count = s.observation_count + (select count(*)::int from kept),
          summary_due_at = case when s.is_active or not exists (select from kept) then s.summary_due_at
            else coalesce(s.summary_due_at, ${timestamp(lateSummaryDueAt)}) end
        from target t where s.workspace_id = t.workspace_id and s.id = t.id)
      select ${outcome.columns}`,
  );
  return written && written.sessions > 0 ? written.accepted : undefined;
}
