import type { Session, StartSessionBody } from '@memory/contracts';
import { insertSession, type Workspace } from '@memory/db';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { earlier } from './earlier.ts';
import { presentSession } from './present-session.ts';

type SessionStart = Omit<StartSessionBody, 'started_at'> & Partial<Pick<StartSessionBody, 'started_at'>>;

/** Starts a session. @throws conflict when the id was used before, without a word about whose it is (decision 37) */
export async function startSession(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  workspace: Workspace,
  { started_at: startedAt = null, ...input }: SessionStart,
): Promise<Session> {
  const at = clock();
  const row = await insertSession(db, workspace.id, {
    ...input,
    id: ids.uuid(),
    author: workspace.author,
    startedAt: earlier(startedAt, at),
    at,
  });
  if (!row)
    throw new ServiceError('conflict', `The session_id ${input.session_id} is in use; choose another one.`);
  return presentSession(row);
}
