import type { Session, UpdateSessionBody } from '@memory/contracts';
import { findSession, updateSession as updateSessionRow, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { presentSession } from './present-session.ts';
import { requireSessionId, sessionNotFound } from './session-id.ts';

/** Replaces metadata, summary or both; a change of nothing leaves `updated_at` as it is. @throws not_found */
export async function updateSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { session_id: given, metadata, summary }: UpdateSessionBody & { session_id: string },
): Promise<Session> {
  const sessionId = requireSessionId(given);
  const isChange = metadata !== undefined || summary !== undefined;
  const row = isChange
    ? await updateSessionRow(db, workspace.id, { sessionId, metadata, summary, at: clock() })
    : await findSession(db, workspace.id, sessionId);
  if (!row) throw sessionNotFound(given);
  return presentSession(row);
}
