import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { json, nullable, timestamp, uuid } from '../sql-values.ts';
import { readSession, type SessionRow } from './session-row.ts';

export interface NewSession {
  id: string;
  session_id: string;
  project_name: string;
  branch_name: string;
  user_id: string | null;
  user_email: string | null;
  metadata: Record<string, unknown>;
  /** Who starts it. */
  author: string | null;
  startedAt: Date;
  /** Now. */
  at: Date;
}

/** Starts a session; undefined when any workspace has used its `session_id` before. */
export async function insertSession(
  db: Database,
  workspaceId: WorkspaceId,
  session: NewSession,
): Promise<SessionRow | undefined> {
  const at = timestamp(session.at);
  const inserted = await readSession(db, workspaceId, {
    expressions: sql`inserted as (
      insert into sessions (workspace_id, id, session_id, project_name, branch_name, user_id, user_email, metadata_json,
        started_at, created_at, last_sign_of_life, author)
      select ${uuid(workspaceId)}, ${uuid(session.id)}, ${session.session_id}::text, ${session.project_name}::text,
        ${session.branch_name}::text, ${nullable(session.user_id, 'text')}, ${nullable(session.user_email, 'text')},
        ${json(session.metadata)}, ${timestamp(session.startedAt)}, ${at}, ${at}, ${nullable(session.author, 'text')}
      where not exists (select from sessions s where s.session_id = ${session.session_id}::text and s.imported_at is not null)
      on conflict (session_id) where imported_at is null do nothing returning *)`,
    from: sql`inserted s`,
  });
  return inserted?.session;
}
