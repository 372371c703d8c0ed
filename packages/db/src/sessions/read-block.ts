import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../is-there.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject } from '../same-project.ts';
import { nullable, uuid, uuidArray } from '../sql-values.ts';
import { endedSession, isSession, LATEST_SESSIONS } from './session-row.ts';

/** As much of memory `m` as a block may show. */
const blockMemory = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`case when char_length(m.title) > 200 then left(m.title, 199) || '…' else m.title end`,
  memory_type: col.text`m.memory_type`,
  narrative: col.text`left(m.narrative, 600)`,
  author: col.text.orNull`m.author`,
  project: col.text.orNull`m.project`,
  branch: col.text.orNull`m.branch`,
  branch_state: col.oneOf('open', 'merged', 'abandoned')
    .orNull`case when m.branch is not null then ${branchState(sql`m.project`)} end`,
  created_at: col.timestamp`m.created_at`,
  code: col.text.orNull`(
    select g.reason from memory_grounds g where g.workspace_id = m.workspace_id and g.memory_id = m.id
      and g.verdict in ('moved', 'changed', 'gone'))`,
});
export type BlockMemory = RowOf<typeof blockMemory>;

const block = row({
  project_name: col.text`t.project_name`,
  branch_name: col.text`t.branch_name`,
  /** When the person's session before this one ended, or was last heard of. */
  last_session_at: col.timestamp.orNull`(select at from last)`,
  /** The most worth knowing first. */
  memories: col.listOf(blockMemory)`(
    select coalesce(json_agg(${blockMemory.json} order by m.place), '[]') from best m)`,
  /** Stored since the person's last session, the newest first. */
  changed: col.listOf(blockMemory)`(
    select coalesce(json_agg(${blockMemory.json} order by m.created_at desc, m.id), '[]') from changed m)`,
  /** Memories of the caller that it was asked about last night, since their code changed. */
  asked: col.listOf(blockMemory)`(
    select coalesce(json_agg(${blockMemory.json} order by m.asked_at, m.id), '[]') from asked m)`,
  /** The latest first. */
  sessions: col.listOf(endedSession)`(
    select coalesce(json_agg(${endedSession.json} order by s.ended_at desc, s.id), '[]') from recent s)`,
});
export type Block = RowOf<typeof block>;

const CANDIDATES = sql.raw('200');
const MEMORIES = sql.raw('30');
const CHANGED = sql.raw('12');
const ASKED = sql.raw('3');

const isOfProject = (project: string) => isSameProject(sql.raw(project), sql`t.project_name`);

/**
 * Memories for a block of session `t`: those of its project or of none that is known, as long as they
 * hold. A session without a project has everything.
 */
export const stands = (workspace: ReturnType<typeof uuid>) => sql`m.workspace_id = ${workspace}
  and m.memory_type not in ('wiki', 'sdlc_knowledge')
  and (t.project_name = '' or m.project is null or ${isOfProject('m.project')})
  and not ${holdsNoMore(workspace, sql`m.id`)}`;

/**
 * The block for the start of an agent's session, in one statement. Memories rank by importance, by recency relative
 * to the newest, by nearness to the session's project and branch, and conventions and decisions before others.
 * @param wanted memories that stand before all others, as long as they hold
 * @returns undefined when the workspace has no such session
 */
export async function readBlock(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, wanted, author }: { sessionId: string; wanted: readonly string[]; author: string | null },
): Promise<Block | undefined> {
  const workspace = uuid(workspaceId);
  const [read] = await query(db, block)`
    with target as materialized (select s.* from sessions s where ${isSession(workspaceId, sessionId)}),
      last as materialized (
        select coalesce(s.ended_at, s.last_sign_of_life) at from target t
        join sessions s on s.workspace_id = ${workspace} and s.id <> t.id and s.started_at <= t.started_at
          and case when t.user_id is null then s.user_id is null and ${isOfProject('s.project_name')}
            else s.user_id = t.user_id end
        order by s.started_at desc, s.id desc limit 1),
      candidate as (
        (select m.id from memories m cross join target t where ${stands(workspace)}
          order by m.importance_score desc, m.created_at desc, m.id limit ${CANDIDATES})
        union (select m.id from memories m cross join target t where ${stands(workspace)}
          order by m.created_at desc, m.id limit ${CANDIDATES})),
      weighed as (
        select m.id, m.created_at, m.importance_score
            + 0.4 / (1 + extract(epoch from max(m.created_at) over () - m.created_at)::float8 / 2592000)
            + case when t.project_name = '' or m.project is null then 0.1
                when m.branch = t.branch_name then 0.3 else 0.2 end
            + case when m.memory_type in ('convention', 'decision') then 0.15 else 0 end weight
        from candidate c cross join target t
        join memories m on m.workspace_id = ${workspace} and m.id = c.id),
      best as materialized (
        select m.*, w.place from (
          select w.id, w.place from (
            select id, row_number() over (order by weight desc, created_at desc, id) place from weighed) w
          where w.place <= ${MEMORIES} and w.id <> all(${uuidArray(wanted)})
          union all
          select m.id, u.place - ${wanted.length}::int
          from target t cross join unnest(${uuidArray(wanted)}) with ordinality u(id, place)
          join memories m on m.id = u.id and ${stands(workspace)}) w
        join memories m on m.workspace_id = ${workspace} and m.id = w.id),
      changed as materialized (
        select m.* from memories m cross join target t cross join last l
        where ${stands(workspace)} and m.created_at > l.at
        order by m.created_at desc, m.id limit ${CHANGED}),
      asked as materialized (
        select m.*, g.asked_at from target t cross join memory_grounds g
        join memories m on m.workspace_id = g.workspace_id and m.id = g.memory_id
        where g.workspace_id = ${workspace} and g.asked_at is not null and g.verdict in ('changed', 'gone')
          and m.author = ${nullable(author, 'text')} and ${stands(workspace)}
        order by g.asked_at, m.id limit ${ASKED}),
      recent as materialized (
        select s.* from target t join sessions s on s.workspace_id = ${workspace} and s.id <> t.id
        where not s.is_active and s.summary is not null
          and (t.project_name = '' or ${isOfProject('s.project_name')})
        order by s.ended_at desc, s.id limit ${LATEST_SESSIONS})
      select ${block.columns} from target t`;
  return read;
}

/** Those of some memories that a block of the session may tell. */
export async function listStanding(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, ids }: { sessionId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await query(db, idRow)`select ${idRow.columns} from (
      select m.id from (select s.* from sessions s where ${isSession(workspaceId, sessionId)}) t
      join memories m on m.id = any(${uuidArray(ids)}) and ${stands(uuid(workspaceId))}) told`;
  return rows.map(({ id }) => id);
}
