import type { Session, StartSessionBody } from '@memory/contracts';
import { findToldSession as findRow, insertSession, type Workspace } from '@memory/db';
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
    author: workspace.caller,
    startedAt: earlier(startedAt, at),
    at,
  });
  if (!row)
    throw new ServiceError('conflict', `The session_id ${input.session_id} is in use; choose another one.`);
  return presentSession(row);
}

/** The session that the caller has open, where a hook has told at its start what the workspace knows. */
export async function findToldSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, caller, author, project }: Workspace,
  { project_name }: { project_name: string | undefined },
): Promise<Session | undefined> {
  if (caller === null) return undefined;
  const found = await findRow(db, id, {
    caller,
    person: author,
    project: project_name ?? project ?? null,
    at: clock(),
  });
  return found && presentSession(found);
}
