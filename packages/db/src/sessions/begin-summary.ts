import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject } from '../same-project.ts';
import { timestamp, uuid } from '../sql-values.ts';
import { endedSession, LATEST_SESSIONS } from './session-row.ts';

/** Columns of session `b` that the job of its summary needs. */
const wantedSummary = row({
  session_id: col.text`b.session_id`,
  project_name: col.text`b.project_name`,
  branch_name: col.text`b.branch_name`,
  started_at: col.timestamp`b.started_at`,
  ended_at: col.timestamp.orNull`b.ended_at`,
  /** It was over when it was told, so that what is drawn from it is older than today. */
  is_told_later: col.bool`b.started_at < b.created_at`,
  import_batch: col.text.orNull`b.import_batch`,
  /** From an earlier run of the job, which this one continues; null when there is none. */
  earlier_summary: col.text.orNull`case when b.summary_origin = 'job' then b.summary end`,
  observation_count: col.int`b.observation_count`,
  /** Observations that earlier runs have worked through; null before the first. */
  summarized_count: col.int.orNull`b.summarized_count`,
  /** Titles of memories that were stored from the session and not drawn from its observations, the first 200. */
  titles: col.json<string[]>()`(
    select coalesce(json_agg(t.title order by t.created_at, t.id), '[]') from (
      select left(m.title, 150) title, m.created_at, m.id from memories m
      where m.workspace_id = b.workspace_id and m.source_session_id = b.session_id
        and not exists (
          select from memory_sources c where c.workspace_id = m.workspace_id and c.memory_id = m.id offset 0)
      order by m.created_at, m.id limit 200) t)`,
  /** Memories that earlier runs drew from its observations. */
  drawn_count: col.int`(
    select count(*)::int from memories m
    where m.workspace_id = b.workspace_id and m.source_session_id = b.session_id
      and exists (select from memory_sources c where c.workspace_id = m.workspace_id and c.memory_id = m.id offset 0))`,
  /** Sessions of its project that ended before it, the latest first. */
  recent: col.listOf(endedSession)`(
    select coalesce(json_agg(${endedSession.json} order by s.ended_at desc, s.id), '[]') from (
      select s.* from sessions s
      where s.workspace_id = b.workspace_id and s.id <> b.id and not s.is_active and s.summary is not null
        and ${isSameProject(sql`s.project_name`, sql`b.project_name`)}
        and s.ended_at <= coalesce(b.ended_at, b.last_sign_of_life)
      order by s.ended_at desc, s.id limit ${LATEST_SESSIONS}) s)`,
});
export type WantedSummary = RowOf<typeof wantedSummary>;

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
  const [wanted] = await query(db, wantedSummary)`with begun as (
        update sessions s set summary_attempts = s.summary_attempts + 1,
          summary_due_at = ${timestamp(at)} + interval '15 minutes' * power(2, least(s.summary_attempts, 6))
        where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)} and not s.is_active
          and (s.summarized_count is null or s.summarized_count < s.observation_count)
        returning s.*)
      select ${wantedSummary.columns} from begun b`;
  return wanted;
}
