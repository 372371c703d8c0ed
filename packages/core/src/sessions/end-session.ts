import type { EndSessionBody, Session } from '@memory/contracts';
import { endSession as endSessionRow, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { earlier } from './earlier.ts';
import { presentSession } from './present-session.ts';
import { requireSessionId, sessionNotFound } from './session-id.ts';
import { summaryLostAt } from './summary-schedule.ts';

/** Ends a session; its summary and memories follow as a job. @throws not_found */
export async function endSession(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  workspace: Workspace,
  {
    session_id: given,
    summary,
    ended_at: endedAt = null,
  }: { session_id: string } & Pick<EndSessionBody, 'summary'> & Partial<EndSessionBody>,
): Promise<Session> {
  const at = clock();
  const ended = await endSessionRow(db, workspace.id, {
    sessionId: requireSessionId(given),
    summary,
    at: earlier(endedAt, at),
    summaryDueAt: summaryLostAt(at),
  });
  if (!ended) throw sessionNotFound(given);
  const { session, summaryWanted } = ended;
  if (summaryWanted)
    await jobs.enqueue('generateSessionSummary', { workspaceId: workspace.id, sessionId: session.id });
  return presentSession(session);
}
