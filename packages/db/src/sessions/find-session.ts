import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isSession, readSession, type SessionRow } from './session-row.ts';

/** A session by its external id; undefined when the workspace has none of it. */
export async function findSession(
  db: Database,
  workspaceId: WorkspaceId,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const found = await readSession(db, workspaceId, {
    from: sql`sessions s where ${isSession(workspaceId, sessionId)}`,
  });
  return found?.session;
}
