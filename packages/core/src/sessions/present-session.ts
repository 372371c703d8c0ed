import type { ListSessionsReply, Session } from '@memory/contracts';
import type { ListedSession, SessionRow } from '@memory/db';
import { presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';

/** A session as the interface shows it. */
export function presentSession(row: SessionRow): Session {
  return {
    id: row.id,
    session_id: row.session_id,
    workspace_id: row.workspace_id,
    project_name: row.project_name,
    branch_name: row.branch_name,
    user_id: row.user_id,
    user_email: row.user_email,
    is_active: row.is_active,
    started_at: presentTimestamp(row.started_at),
    ended_at: presentOptionalTimestamp(row.ended_at),
    summary: row.summary,
    metadata_json: row.metadata_json,
    created_at: presentTimestamp(row.created_at),
    updated_at: presentOptionalTimestamp(row.updated_at),
  };
}

export function presentListedSession(row: ListedSession): ListSessionsReply['results'][number] {
  return {
    ...row,
    started_at: presentTimestamp(row.started_at),
    ended_at: presentOptionalTimestamp(row.ended_at),
  };
}
