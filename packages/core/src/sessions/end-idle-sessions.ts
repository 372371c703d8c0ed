import { claimDueSummaries, endIdleSessions as endIdleRows, listWorkspacesWithDueSessions } from '@memory/db';
import type { Services } from '../services.ts';
import { IDLE_MINUTES, summaryLostAt } from './summary-schedule.ts';

/** Sessions of one workspace that one run takes on; the rest waits for the next. */
const SESSIONS_MAX = 500;

/**
 * Ends sessions without a sign of life for two hours, as their callers would have, and asks again for summaries whose
 * message was lost, that failed for good or had to wait, and for those of observations that arrived late.
 */
export async function endIdleSessions({
  db,
  jobs,
  clock,
}: Pick<Services, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const at = clock();
  const idleSince = new Date(at.getTime() - IDLE_MINUTES * 60_000);
  const nextDueAt = summaryLostAt(at);
  for (const workspaceId of await listWorkspacesWithDueSessions(db, { idleSince, at })) {
    const ended = await endIdleRows(db, workspaceId, {
      idleSince,
      summaryDueAt: nextDueAt,
      limit: SESSIONS_MAX,
    });
    const due = await claimDueSummaries(db, workspaceId, { at, nextDueAt, limit: SESSIONS_MAX });
    await jobs.enqueue(
      'generateSessionSummary',
      ...[...ended, ...due].map((sessionId) => ({ workspaceId, sessionId })),
    );
  }
}
