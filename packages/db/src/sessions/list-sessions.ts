import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';
import { sessionColumns } from './session-row.ts';

const { session_id, project_name, branch_name, is_active, started_at, ended_at, summary } = sessionColumns;

const listedSession = row({
  session_id,
  project_name,
  branch_name,
  is_active,
  started_at,
  ended_at,
  summary,
});
export type ListedSession = RowOf<typeof listedSession>;

/** A page of sessions, the latest first, and how many there are in all. */
export async function listSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; sessions: ListedSession[] }> {
  // The count travels as the first row, so that an empty page has it too.
  const [head, ...page] = await readWhole(db, {
    body: listedSession,
    extra: col.int.orNull`count(*)`,
    selection: sql`select ${uuid(workspaceId)} id, 1 place,
        (select to_json(count(*)) from sessions s where s.workspace_id = ${uuid(workspaceId)}) extra, 'null'::json body
      union all
      (select s.id, (row_number() over (order by s.started_at desc, s.id desc) - ${offset}::int + 1)::int place,
        null::json extra, ${listedSession.json} body
      from sessions s where s.workspace_id = ${uuid(workspaceId)}
      order by s.started_at desc, s.id desc limit ${limit}::int offset ${offset}::int)`,
    again: (ids) => sql`select s.id, (row_number() over (order by u.place))::int place, null::json extra,
      ${listedSession.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.id = u.id`,
  });
  return { count: head?.extra ?? 0, sessions: page.map(({ body }) => body) };
}
