import type { SessionTrace } from '@memory/contracts';
import { findSession, readSessionTrace, type Workspace } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from '../sessions/session-id.ts';

/** What was drawn from a session, and what was told to it and was of use. @throws not_found */
export async function traceSession(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { id }: Workspace,
  { sessionId: given }: { sessionId: string },
): Promise<SessionTrace> {
  const sessionId = requireSessionId(given);
  if (!(await findSession(db, id, sessionId))) throw sessionNotFound(given);
  const { drawn, told } = await readSessionTrace(db, id, { sessionId, form: settings.memoryIdForm });
  return {
    drawn: drawn.map(({ item, observations }) => ({
      ...item,
      created_at: presentTimestamp(item.created_at),
      observations,
    })),
    told: told.map(({ item, told_at, ...rest }) => ({
      ...item,
      created_at: presentTimestamp(item.created_at),
      told_at: presentTimestamp(told_at),
      ...rest,
    })),
  };
}
