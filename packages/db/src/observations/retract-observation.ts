import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSession } from '../sessions/session-row.ts';
import { uuid } from '../sql-values.ts';

/** By its id, or by its words: then the latest of the session. */
export type NamedObservation = { id: string } | { content: string };

const retracted = row({
  has_session: col.bool`exists (select from target)`,
  id: col.uuid.orNull`(select id from gone)`,
  /** Memories that were drawn from it, which stay. */
  drawn: col.listOf(memoryIdentity)`(
    select coalesce(json_agg(${memoryIdentity.json} order by m.created_at, m.id), '[]')
    from gone g join memory_sources c on c.workspace_id = g.workspace_id and c.observation_id = g.id
    join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_id)`,
});
export type RetractedObservation = RowOf<typeof retracted>;

/** Deletes an observation of a session; `id` is null when the session has no such one. */
export async function retractObservation(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, named }: { sessionId: string; named: NamedObservation },
): Promise<RetractedObservation> {
  const isNamed = 'id' in named ? sql`o.id = ${uuid(named.id)}` : sql`o.content = ${named.content}::text`;
  const [answer] = await query(
    db,
    retracted,
    sql`with target as materialized (
        select s.workspace_id, s.id from sessions s where ${isSession(workspaceId, sessionId)}),
      named as materialized (
        select o.id from target t
        join observations o on o.workspace_id = t.workspace_id and o.session_row_id = t.id
        where ${isNamed} order by o.created_at desc, o.id desc limit 1),
      gone as (
        delete from observations o using named n where o.workspace_id = ${uuid(workspaceId)} and o.id = n.id
        returning o.workspace_id, o.id),
      -- The counts by which a session knows that something is new go down together, so that the next one still is.
      counted as (
        update sessions s set observation_count = s.observation_count - 1,
          requested_count = s.requested_count - (s.requested_count >= s.observation_count)::int,
          summarized_count = s.summarized_count - (s.summarized_count >= s.observation_count)::int
        from target t
        where s.workspace_id = t.workspace_id and s.id = t.id and s.observation_count > 0
          and exists (select from gone))
      select ${retracted.columns}`,
  );
  return answer ?? { has_session: false, id: null, drawn: [] };
}
