import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** What the job must know of a session whose summary is wanted. */
export interface WantedSummary {
  session_id: string;
  project_name: string;
  branch_name: string;
  started_at: string;
  ended_at: string | null;
  /** The summary of an earlier run, which this one continues; null when there is none. */
  earlier_summary: string | null;
  observation_count: number;
  /** Observations that earlier runs have worked through; null before the first. */
  summarized_count: number | null;
  /** This one included. */
  attempts: number;
  /** Titles of memories that were stored from the session and not drawn from its observations, the first 200. */
  titles: string[];
}

/**
 * Counts an attempt at the summary of an ended session.
 * @param options.at now; if the attempt comes to nothing the sweep asks again 15 minutes later, doubled with each attempt
 * @returns undefined when no summary is wanted: the session is gone, active, or has its summary
 */
export async function beginSummary(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date },
): Promise<WantedSummary | undefined> {
  const [row] = await queryRows<{ body: string }>(
    db,
    sql`with begun as (
        update sessions s set summary_attempts = s.summary_attempts + 1,
          summary_due_at = ${timestamp(at)} + interval '15 minutes' * power(2, least(s.summary_attempts, 6))
        where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)} and not s.is_active
          and (s.summarized_count is null or s.summarized_count < s.observation_count)
        returning s.*)
      select json_build_object('session_id', b.session_id, 'project_name', b.project_name, 'branch_name', b.branch_name,
        'started_at', b.started_at, 'ended_at', b.ended_at,
        'earlier_summary', case when b.summary_origin = 'job' then b.summary end,
        'observation_count', b.observation_count, 'summarized_count', b.summarized_count,
        'attempts', b.summary_attempts,
        'titles', (select coalesce(json_agg(t.title order by t.created_at, t.id), '[]') from (
          select left(m.title, 150) title, m.created_at, m.id from memories m
          where m.workspace_id = b.workspace_id and m.source_session_id = b.session_id
            and not exists (
              select from memory_sources c where c.workspace_id = m.workspace_id and c.memory_id = m.id)
          order by m.created_at, m.id limit 200) t))::text body
      from begun b`,
  );
  return row && (JSON.parse(row.body) as WantedSummary);
}

/** Takes an attempt back that could not begin: the summary waits until `dueAt`. */
export async function postponeSummary(
  db: Database,
  workspaceId: WorkspaceId,
  { id, dueAt }: { id: string; dueAt: Date },
): Promise<void> {
  await db.execute(
    sql`update sessions set summary_attempts = greatest(0, summary_attempts - 1), summary_due_at = ${timestamp(dueAt)}
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(id)} and summary_due_at is not null`,
  );
}
