import { sql } from 'drizzle-orm';
import type { JobName, JobsReport } from '@memory/contracts';
import { queryRows, type Database } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { json, timestamp, uuid, textKeys } from '../sql-values.ts';

export interface AttemptScope {
  workspaceId: string;
  job: string;
}

export interface WorkItem {
  work: string;
  payload: object;
}

/** How work stands that is about to begin: counted, given up, or under way when its process ended. */
export type WorkState = 'begun' | 'dead' | 'suspect';

/**
 * Counts an attempt of each; not of what is given up, nor of what is suspect, which `beginAlone` counts when its turn has
 * come. Of a workspace that is gone nothing is counted.
 */
export async function beginAttempts(
  db: Database,
  { workspaceId, job }: AttemptScope,
  { items, now }: { items: readonly WorkItem[]; now: Date },
): Promise<Map<string, WorkState>> {
  const rows = await queryRows<{ work: string; state: WorkState }>(db)`with wanted as materialized (
        select work, payload from jsonb_to_recordset(${json(items)}) w(work text, payload jsonb)),
      begun as (
        insert into job_attempts as a (workspace_id, job, work, payload, attempts, under_way, begun_at)
        select s.id, ${job}::text, w.work, w.payload, 1, true, ${timestamp(now)}
        from workspaces s, wanted w where s.id = ${uuid(workspaceId)} order by w.work
        on conflict (workspace_id, job, work) do update set attempts = a.attempts + 1, under_way = true,
          begun_at = excluded.begun_at
          where not a.under_way and a.dead_at is null)
      select w.work, case when a.dead_at is not null then 'dead' when a.under_way then 'suspect' else 'begun' end state
      from wanted w left join job_attempts a
        on a.workspace_id = ${uuid(workspaceId)} and a.job = ${job}::text and a.work = w.work ${sql.raw(PLANNED_ONCE)}`;
  return new Map(rows.map(({ work, state }) => [work, state]));
}

/** Whether suspect work may begin: seconds until it may where it is too early. */
export type AloneState = 'begun' | 'dead' | { waitSeconds: number };

/**
 * Counts an attempt of work that was under way when its process ended, or gives it up.
 * @param options.waitsSeconds after the first, second, … attempt that ended its process, from the beginning of the last one;
 *   after as many attempts as there are waits the work is given up
 */
export async function beginAlone(
  db: Database,
  { workspaceId, job }: AttemptScope,
  { work, waitsSeconds, now }: { work: string; waitsSeconds: readonly number[]; now: Date },
): Promise<AloneState> {
  const [row] = await queryRows<{ dead: boolean; wait: number | null }>(db)`with found as materialized (
        select attempts, attempts > jsonb_array_length(waits) dead,
          coalesce((waits ->> (attempts - 1))::float8, 0)
            - extract(epoch from ${timestamp(now)} - begun_at)::float8 wait
        from job_attempts, (select ${json(waitsSeconds)} waits) w
        where workspace_id = ${uuid(workspaceId)} and job = ${job}::text and work = ${work}::text for update),
      begun as (
        update job_attempts a set
          dead_at = case when f.dead then coalesce(a.dead_at, now()) end,
          last_error = case when f.dead
            then coalesce(a.last_error, 'The process ended ' || a.attempts || ' times while it was at work on this.')
              else a.last_error end,
          attempts = case when f.dead then a.attempts else a.attempts + 1 end,
          begun_at = case when f.dead then a.begun_at else ${timestamp(now)} end
        from found f
        where a.workspace_id = ${uuid(workspaceId)} and a.job = ${job}::text and a.work = ${work}::text
          and (f.dead or f.wait <= 0))
      select dead, wait from found`;
  if (row?.dead === true) return 'dead';
  return row && (row.wait ?? 0) > 0 ? { waitSeconds: Math.ceil(row.wait ?? 0) } : 'begun';
}

/** Forgets work that is done, or that failed for a reason that is not its own. */
export async function forgetAttempts(
  db: Database,
  { workspaceId, job }: AttemptScope,
  works: readonly string[],
): Promise<void> {
  await db.execute(
    sql`delete from job_attempts a using ${textKeys(works, 'k')}
      where a.workspace_id = ${uuid(workspaceId)} and a.job = ${job}::text and a.work = k.id
      ${sql.raw(PLANNED_ONCE)}`,
  );
}

/** Notes why an attempt failed; after the last one the work is given up. */
export async function failAttempt(
  db: Database,
  { workspaceId, job }: AttemptScope,
  { work, error, limit }: { work: string; error: string; limit: number },
): Promise<void> {
  await db.execute(
    sql`update job_attempts set under_way = false, last_error = ${error}::text,
        dead_at = case when attempts >= ${limit}::int then now() end
      where workspace_id = ${uuid(workspaceId)} and job = ${job}::text and work = ${work}::text`,
  );
}

export type DeadWork = JobsReport['dead']['latest'][number] & { job: JobName };

const deadWork = sql.raw(
  `json_build_object('workspace_id', workspace_id, 'job', job, 'payload', payload, 'attempts', attempts,
    'last_error', last_error, 'at', dead_at)`,
);

export async function listDeadWork(
  db: Database,
  { limit }: { limit: number },
): Promise<{ count: number; latest: DeadWork[] }> {
  const [row] = await queryRows<{ body: string }>(db)`
    select json_build_object('count', (select count(*) from job_attempts where dead_at is not null and settled_at is null),
        'latest', (select coalesce(json_agg(${deadWork}), '[]') from (
          select * from job_attempts where dead_at is not null and settled_at is null
          order by dead_at desc, work limit ${limit}::int) l))::text body`;
  return JSON.parse(row?.body ?? '{}') as { count: number; latest: DeadWork[] };
}

export async function reviveDeadWork(
  db: Database,
  { job, limit }: { job: string | null; limit: number },
): Promise<DeadWork[]> {
  const rows = await queryRows<{ body: string }>(db)`with picked as materialized (
        select workspace_id, job, work from job_attempts
        where dead_at is not null and (${job}::text is null or job = ${job}::text)
        order by workspace_id, job, work limit ${limit}::int for update)
      delete from job_attempts a using picked p
      where a.workspace_id = p.workspace_id and a.job = p.job and a.work = p.work
      returning json_build_object('workspace_id', a.workspace_id, 'job', a.job, 'payload', a.payload,
        'attempts', a.attempts, 'last_error', a.last_error, 'at', a.dead_at)::text body`;
  return rows.map(({ body }) => JSON.parse(body) as DeadWork);
}
