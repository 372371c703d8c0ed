import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** A session as the database holds it; timestamps are ISO 8601 with an offset. */
export interface SessionRow {
  id: string;
  session_id: string;
  workspace_id: string;
  project_name: string;
  branch_name: string;
  user_id: string | null;
  user_email: string | null;
  is_active: boolean;
  started_at: string;
  ended_at: string | null;
  summary: string | null;
  metadata_json: Record<string, unknown>;
  created_at: string;
  updated_at: string | null;
}

/** A whole session as JSON; `s` stands for its row. */
const sessionJson: SQL = sql.raw(`json_build_object(
  'id', s.id, 'session_id', s.session_id, 'workspace_id', s.workspace_id, 'project_name', s.project_name,
  'branch_name', s.branch_name, 'user_id', s.user_id, 'user_email', s.user_email, 'is_active', s.is_active,
  'started_at', s.started_at, 'ended_at', s.ended_at, 'summary', s.summary, 'metadata_json', s.metadata_json,
  'created_at', s.created_at, 'updated_at', s.updated_at)`);

export interface PickedSession {
  /** Common table expressions before it, changes included. */
  expressions?: SQL;
  /** What `s` stands for, with the condition: `changed s`, `sessions s where …`. At most one row. */
  from: SQL;
  /** A small JSON value beside the session. */
  extra?: SQL;
}

/** One session, or undefined when `from` holds none. */
export async function readSession(
  db: Database,
  workspaceId: WorkspaceId,
  { expressions, from, extra = sql`null` }: PickedSession,
): Promise<{ session: SessionRow; extra: unknown } | undefined> {
  const [found] = await readWhole<SessionRow, unknown>(db, {
    expressions,
    selection: sql`select s.id, 1 place, (${extra})::json extra, ${sessionJson} body from ${from}`,
    again: (ids) => sql`select s.id, 1 place, null::json extra, ${sessionJson} body from sessions s
      where s.workspace_id = ${uuid(workspaceId)} and s.id = any(${uuidArray(ids)})`,
  });
  return found && { session: found.body, extra: found.extra };
}

/** The condition that a row of `sessions s` is the one with this external id. */
export const isSession = (workspaceId: WorkspaceId, sessionId: string): SQL =>
  sql`s.workspace_id = ${uuid(workspaceId)} and s.session_id = ${sessionId}::text`;
