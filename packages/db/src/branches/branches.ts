import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject, projectOfMemory } from '../same-project.ts';
import { nullable, uuid, json, timestamp } from '../sql-values.ts';

/** The first end of memory `m`'s branch after it was stored; null where there is none. */
const branchOutcome = (project: SQL): SQL => sql`(
    select e.outcome from branch_ends e
    where e.workspace_id = m.workspace_id and e.name = m.branch and e.ended_at >= m.created_at
      and ${isSameProject(sql`e.project`, project)}
    order by e.ended_at limit 1)`;

/** The state of memory `m`'s branch: `merged`, `abandoned`, `open`, or null where nobody knows. */
export const branchState = (project: SQL): SQL => sql`coalesce(${branchOutcome(project)}, (
    select 'open' from branches b
    where b.workspace_id = m.workspace_id and b.name = m.branch and ${isSameProject(sql`b.project`, project)}
    limit 1))`;

const openBranch = row({
  name: col.text`s.name`,
  memories: col.int`s.memories`,
  first_at: col.timestamp`s.first_at`,
  tip: col.text.orNull`b.tip`,
  whole_id: col.text.orNull`b.whole_id`,
  commit_ids: col.json<string[]>()`coalesce(to_json(b.commit_ids), '[]')`,
  pull: col.int.orNull`b.pull`,
});
export type OpenBranch = RowOf<typeof openBranch>;

export async function listOpenBranches(
  db: Database,
  workspaceId: WorkspaceId,
  { project, limit }: { project: string; limit: number },
): Promise<OpenBranch[]> {
  const workspace = uuid(workspaceId);
  const named = nullable(project, 'text');
  return query(db, openBranch)`select ${openBranch.columns} from (
        select m.branch as name, count(*) memories, min(m.created_at) first_at, max(m.created_at) last_at
        from memories m cross join lateral (select ${projectOfMemory} project) p
        where m.workspace_id = ${workspace} and m.branch is not null and ${isSameProject(sql`p.project`, named)}
          and ${branchOutcome(sql`p.project`)} is null
        group by m.branch) s
      left join branches b on b.workspace_id = ${workspace} and b.name = s.name and lower(b.project) = lower(${named})
      order by s.last_at desc, s.name limit ${limit}::int`;
}

export interface BranchReport {
  project: string;
  clone: string;
  at: Date;
  branches: readonly {
    name: string;
    state: 'open' | 'merged' | 'gone' | 'trunk';
    tip: string | null;
    whole_id: string | null;
    commit_ids: readonly string[];
    pull: number | null;
    is_witnessed: boolean;
  }[];
}

const ended = row({
  name: col.text`e.name`,
  outcome: col.oneOf('merged', 'abandoned')`e.outcome`,
});
export type EndedBranch = RowOf<typeof ended>;

/** Keeps what a clone says of branches. One is abandoned when the last clone that is known to have it has it no more. */
export async function writeBranchReport(
  db: Database,
  workspaceId: WorkspaceId,
  { project, clone, at, branches }: BranchReport,
): Promise<EndedBranch[]> {
  const workspace = uuid(workspaceId);
  const input = sql`jsonb_to_recordset(${json(branches)}) i(
    name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)`;
  const isIt = sql`b.workspace_id = ${workspace} and b.project = lower(${project}::text) and b.name = i.name`;
  await execute(db)`
    insert into branches as b (workspace_id, project, name, tip, whole_id, commit_ids, pull, held_by, seen_at)
      select ${workspace}, lower(${project}::text), i.name, i.tip, i.whole_id, i.commit_ids, i.pull, array[${clone}::text],
        ${timestamp(at)}
      from ${input} where i.state = 'open' order by i.name
      on conflict (workspace_id, name, project) do update set tip = coalesce(excluded.tip, b.tip),
        whole_id = case when excluded.tip is null then b.whole_id else excluded.whole_id end,
        commit_ids = case when excluded.tip is null then b.commit_ids else excluded.commit_ids end,
        pull = coalesce(excluded.pull, b.pull), seen_at = excluded.seen_at,
        held_by = array(select unnest(b.held_by) union select ${clone}::text)`;
  const endings = await query(db, ended)`with left_ as (
        update branches b set held_by = array_remove(b.held_by, ${clone}::text) from ${input}
        where ${isIt} and i.state = 'gone'
        returning b.name, b.held_by),
      e as (
        insert into branch_ends as e (workspace_id, project, name, ended_at, outcome)
        select ${workspace}, lower(${project}::text), i.name,
          case when i.state = 'trunk' then 'infinity'::timestamptz else ${timestamp(at)} end,
          case when i.state = 'gone' then 'abandoned' else 'merged' end
        from ${input}
        left join branches b on ${isIt}
        where i.state in ('merged', 'trunk') or (i.state = 'gone' and case
          when b.name is null then i.is_witnessed
          else b.held_by <@ array[${clone}::text] and (i.is_witnessed or b.held_by @> array[${clone}::text]) end)
        on conflict do nothing
        returning e.name, e.outcome, e.ended_at)
      select ${ended.columns} from e where e.ended_at < 'infinity' order by e.name`;
  await execute(db)`delete from branches b using ${input}
      where ${isIt} and (i.state in ('merged', 'trunk') or (i.state = 'gone' and b.held_by = '{}'))`;
  return endings;
}
