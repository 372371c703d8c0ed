import type { Session } from '@memory/contracts';
import { findSession, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { presentSession } from './present-session.ts';
import { requireSessionId, sessionNotFound } from './session-id.ts';

/** One session by its external id. @throws not_found */
export async function getSession(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { session_id: given }: { session_id: string },
): Promise<Session> {
  const row = await findSession(db, workspace.id, requireSessionId(given));
  if (!row) throw sessionNotFound(given);
  return presentSession(row);
}
