import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { idRow, workspaceIdRow } from '../is-there.ts';
import { insertMemoriesExpressions, type NewMemory } from '../memories/insert-memories.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject } from '../same-project.ts';
import { nullable, timestamp, uuid, json, idKeys } from '../sql-values.ts';
import { endedSession, LATEST_SESSIONS } from './session-row.ts';

interface ClaimDueOptions {
  at: Date;
  /** When the sweep looks at them again. */
  nextDueAt: Date;
  limit: number;
}

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
  /** Prompts among those. */
  summarized_prompts: col.int`(
    select count(*)::int from observations o where o.workspace_id = b.workspace_id and o.session_row_id = b.id
      and o.processed_at is not null and o.kind ~* '^(user|prompt)')`,
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

interface FinishedSummary {
  id: string;
  /** The count that `beginSummary` told: when it has changed, another delivery has finished and nothing is written. */
  summarizedCount: number | null;
  /** Observations that are worked through from now on. */
  newSummarizedCount: number;
  summary: string;
  memories: readonly NewMemory[];
  /** Which observations a memory comes from, new or stored before. */
  sources: readonly { memory_id: string; observation_id: string }[];
  /** Discovered edges of consolidations. */
  supersedes: readonly { id: string; source_id: string; target_id: string }[];
  observationIds: readonly string[];
  /** When the sweep looks again if observations arrived meanwhile. */
  nextDueAt: Date;
  at: Date;
}

/**
 * Writes all that a session came to, in one statement: all of it or nothing, and once however often it is delivered. A
 * summary that a caller gave stays.
 * @returns whether it was written
 */
export async function finishSummary(
  db: Database,
  workspaceId: WorkspaceId,
  finished: FinishedSummary,
): Promise<boolean> {
  const workspace = uuid(workspaceId);
  const named = [
    ...finished.sources.map((cited) => cited.memory_id),
    ...finished.supersedes.map((edge) => edge.target_id),
  ];
  const written = await execute(db)`with finished as (
        update sessions s set
          summary = case when s.summary_origin = 'caller' then s.summary else ${finished.summary}::text end,
          summary_origin = coalesce(s.summary_origin, 'job'),
          summarized_count = ${finished.newSummarizedCount}::int, summary_attempts = 0,
          requested_count = greatest(s.requested_count, ${finished.newSummarizedCount}::int),
          summary_due_at = case when s.observation_count > ${finished.newSummarizedCount}::int
            then ${timestamp(finished.nextDueAt)} end
        where s.workspace_id = ${workspace} and s.id = ${uuid(finished.id)}
          and s.summarized_count is not distinct from ${nullable(finished.summarizedCount, 'int')}
        returning 1),
      ${insertMemoriesExpressions(workspaceId, finished.memories, { condition: sql`exists (select from finished)` })},
      processed as (
        update observations o set processed_at = ${timestamp(finished.at)}
        from ${idKeys(finished.observationIds, 'k')}
        -- Behind coalesce, so that the index of what is pending is not taken for shorter.
        where o.workspace_id = ${workspace} and o.id = k.id and coalesce(o.processed_at is null, false) and exists (select from finished)),
      -- One that was deleted since it was read is neither cited nor superseded.
      stored as materialized (
        select m.id from memories m join ${idKeys(named, 'k')} on k.id = m.id where m.workspace_id = ${workspace} for key share of m),
      cited as (
        insert into memory_sources (workspace_id, memory_id, observation_id)
        select ${workspace}, c.memory_id, c.observation_id
        from jsonb_to_recordset(${json(finished.sources)}) c(memory_id uuid, observation_id uuid)
        join (select s.id from stored s where exists (select from finished) union all select id from inserted) m on m.id = c.memory_id on conflict do nothing),
      linked as (
        insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, context, created_at)
        select ${workspace}, l.id, l.source_id, l.target_id, 'supersedes', 'session_context', 1, false, null,
          ${timestamp(finished.at)}
        from jsonb_to_recordset(${json(finished.supersedes)}) l(id uuid, source_id uuid, target_id uuid)
        join stored m on m.id = l.target_id where exists (select from finished) on conflict do nothing),
      -- The edit that undoes a memory is no use of it.
      undone as (
        update tellings t set used_at = null
        from jsonb_to_recordset(${json(finished.supersedes)}) l(target_id uuid)
        where t.workspace_id = ${workspace} and t.session_row_id = ${uuid(finished.id)} and t.memory_id = l.target_id
          and exists (select from finished))
      select 1 as finished from finished`;
  return written > 0;
}

/**
 * Waits until no other transaction draws memories from a session of the workspace, and keeps others waiting until this
 * one ends; only what is read from then on is sure to hold what they have stored.
 */
export async function lockDrawnMemories(transaction: Database, workspaceId: WorkspaceId): Promise<void> {
  await transaction.execute(
    sql`select 1 as locked from (
      select pg_advisory_xact_lock(hashtextextended('drawn memories of ' || ${workspaceId}::text, 0))) l`,
  );
}
