import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { json, timestamp } from '../sql-values.ts';
import { isSession, readSession, type SessionRow } from './session-row.ts';

export interface SessionChange {
  sessionId: string;
  metadata?: Record<string, unknown>;
  summary?: string;
  at: Date;
}

/** Replaces metadata, summary or both; undefined when the workspace has no such session. */
export async function updateSession(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, metadata, summary, at }: SessionChange,
): Promise<SessionRow | undefined> {
  const assignments: SQL[] = [
    sql`updated_at = ${timestamp(at)}`,
    sql`last_sign_of_life = greatest(s.last_sign_of_life, ${timestamp(at)})`,
  ];
  if (metadata !== undefined) assignments.push(sql`metadata_json = ${json(metadata)}`);
  if (summary !== undefined)
    assignments.push(sql`summary = ${summary}::text`, sql`summary_origin = 'caller'`);
  const changed = await readSession(db, workspaceId, {
    expressions: sql`changed as (
      update sessions s set ${sql.join(assignments, sql`, `)} where ${isSession(workspaceId, sessionId)} returning *)`,
    from: sql`changed s`,
  });
  return changed?.session;
}
