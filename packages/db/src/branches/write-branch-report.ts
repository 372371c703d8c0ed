import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, timestamp, uuid } from '../sql-values.ts';

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

/**
 * Keeps what a clone says of branches. One is abandoned when the last clone that is known to have it has it no more.
 * @returns those that came to an end by this
 */
export async function writeBranchReport(
  db: Database,
  workspaceId: WorkspaceId,
  { project, clone, at, branches }: BranchReport,
): Promise<EndedBranch[]> {
  const workspace = uuid(workspaceId);
  const input = sql`jsonb_to_recordset(${json(branches)}) i(
    name text, state text, tip text, whole_id text, commit_ids text[], pull int, is_witnessed boolean)`;
  const isIt = sql`b.workspace_id = ${workspace} and b.project = lower(${project}::text) and b.name = i.name`;
  await execute(
    db,
    sql`insert into branches as b (workspace_id, project, name, tip, whole_id, commit_ids, pull, held_by, seen_at)
      select ${workspace}, lower(${project}::text), i.name, i.tip, i.whole_id, i.commit_ids, i.pull, array[${clone}::text],
        ${timestamp(at)}
      from ${input} where i.state = 'open' order by i.name
      on conflict (workspace_id, name, project) do update set tip = coalesce(excluded.tip, b.tip),
        whole_id = case when excluded.tip is null then b.whole_id else excluded.whole_id end,
        commit_ids = case when excluded.tip is null then b.commit_ids else excluded.commit_ids end,
        pull = coalesce(excluded.pull, b.pull), seen_at = excluded.seen_at,
        held_by = array(select unnest(b.held_by) union select ${clone}::text)`,
  );
  const endings = await query(
    db,
    ended,
    sql`with left_ as (
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
      select ${ended.columns} from e where e.ended_at < 'infinity' order by e.name`,
  );
  await execute(
    db,
    sql`delete from branches b using ${input}
      where ${isIt} and (i.state in ('merged', 'trunk') or (i.state = 'gone' and b.held_by = '{}'))`,
  );
  return endings;
}
