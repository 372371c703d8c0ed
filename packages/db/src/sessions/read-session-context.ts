import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, either, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';
import { isSession, sessionColumns } from './session-row.ts';

const { session_id, project_name, branch_name, is_active, started_at, ended_at, summary } = sessionColumns;

const contextSession = row({ session_id, project_name, branch_name, is_active, started_at });
const contextMemory = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  memory_type: col.memoryType`m.memory_type`,
  importance_score: col.float`m.importance_score`,
  narrative: col.text`m.narrative`,
});
const recentSession = row({ session_id, summary, ended_at });
interface SessionContextRows {
  session: RowOf<typeof contextSession>;
  /** The most worth knowing first. */
  memories: RowOf<typeof contextMemory>[];
  sessions: RowOf<typeof recentSession>[];
}

/** Candidates by importance, by date and by project. What is none of these is not looked at. */
const CANDIDATES = sql.raw('200');
const RECENT_SESSIONS = sql.raw('5');
/** Bytes of narratives in one answer, below the 6 MB that a function may answer. */
const NARRATIVE_BYTES = sql.raw('3000000');

/**
 * The context of a session. Memories rank by importance, by recency (relative to the newest memory, so that no
 * clock changes the answer), and by nearness to the session: its own project and branch before its project, that before
 * memories of no project, those before other projects. Imported documents and superseded memories come last.
 * @returns undefined when the workspace has no such session
 */
export async function readSessionContext(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, maxMemories }: { sessionId: string; maxMemories: number },
): Promise<SessionContextRows | undefined> {
  const workspace = uuid(workspaceId);
  const found = await readWhole(db, {
    body: either(contextSession, contextMemory, recentSession),
    expressions: sql`
      target as materialized (select s.* from sessions s where ${isSession(workspaceId, sessionId)}),
      candidate as (
        (select m.id from memories m where m.workspace_id = ${workspace} and exists (select from target)
          order by m.importance_score desc, m.created_at desc, m.id limit ${CANDIDATES})
        union (select m.id from memories m where m.workspace_id = ${workspace} and exists (select from target)
          order by m.created_at desc, m.id limit ${CANDIDATES})
        union (select m.id from target t
          join lateral (select s.session_id from sessions s
            where s.workspace_id = ${workspace} and s.project_name = t.project_name and t.project_name <> ''
            order by s.started_at desc, s.id limit ${CANDIDATES}) s on true
          join memories m on m.workspace_id = ${workspace} and m.source_session_id = s.session_id
          order by m.importance_score desc, m.created_at desc, m.id limit ${CANDIDATES})),
      weighed as (
        select m.id, m.created_at, octet_length(m.narrative) bytes,
          m.importance_score
            + 0.4 / (1 + extract(epoch from max(m.created_at) over () - m.created_at)::float8 / 2592000)
            + case when t.project_name = '' or coalesce(s.project_name, '') = '' then 0.1
                when s.project_name <> t.project_name then 0
                when s.branch_name = t.branch_name then 0.3 else 0.2 end
            - case when m.memory_type in ('wiki', 'sdlc_knowledge') then 0.3 else 0 end
            - case when exists (select from relationships r where r.workspace_id = ${workspace} and r.target_id = m.id
                and r.relationship_type = 'supersedes') then 1 else 0 end weight
        from candidate c cross join target t
        join memories m on m.workspace_id = ${workspace} and m.id = c.id
        left join sessions s on s.workspace_id = ${workspace} and s.session_id = m.source_session_id),
      ranked as (
        select id, row_number() over best place, sum(bytes) over best bytes from weighed
        window best as (order by weight desc, created_at desc, id)),
      recent as (
        select s.id, s.ended_at from target t join sessions s on s.workspace_id = ${workspace} and s.id <> t.id
        where not s.is_active
        order by (s.project_name = t.project_name) desc, s.ended_at desc, s.id limit ${RECENT_SESSIONS})`,
    selection: sql`select id, (row_number() over (order by kind, place))::int place,
        null::json extra, body
      from (
        select s.id, 0 kind, 1 place, ${contextSession.json} body from target s
        union all
        select m.id, 1, r.place, ${contextMemory.json} from ranked r
        join memories m on m.workspace_id = ${workspace} and m.id = r.id
        where r.place <= ${maxMemories}::int and (r.place = 1 or r.bytes <= ${NARRATIVE_BYTES})
        union all
        select s.id, 2, row_number() over (order by r.ended_at desc, r.id), ${recentSession.json} from recent r
        join sessions s on s.workspace_id = ${workspace} and s.id = r.id) document`,
    again: (ids) => again(workspace, ids),
  });
  const bodies = found.map(({ body }) => body);
  const session = bodies.find((body) => 'is_active' in body);
  return (
    session && {
      session,
      memories: bodies.filter((body) => 'narrative' in body),
      sessions: bodies.filter((body) => 'summary' in body),
    }
  );
}

/** Ids are of memories or of sessions; no UUID is both. */
function again(workspace: SQL, ids: readonly string[]): SQL {
  return sql`select id, (row_number() over (order by place))::int place, null::json extra, body from (
      select m.id, u.place, ${contextMemory.json} body from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join memories m on m.workspace_id = ${workspace} and m.id = u.id
      union all
      select s.id, u.place, ${recentSession.json} from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join sessions s on s.workspace_id = ${workspace} and s.id = u.id) document`;
}
