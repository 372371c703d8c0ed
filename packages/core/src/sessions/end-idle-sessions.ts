import type { JobPayload } from '@memory/contracts';
import { claimDueSummaries, endIdleSessions as endIdleRows, listWorkspacesWithDueSessions } from '@memory/db';
import type { Services } from '../services.ts';
import { summaryLostAt } from './summary-schedule.ts';

/** Sessions of one workspace that one run takes on; the rest waits for the next. */
const SESSIONS_MAX = 500;

/** Workspaces a message: the next message goes on after them, so that each has its turn however many there are. */
const PAGE = 500;

/** Later than whatever a summary may wait for: the next day, or an hour after many failures. */
const WAITS_AT_MOST_MS = 7 * 24 * 3_600_000;

/**
 * Ends sessions without a sign of life, as their callers would have, and asks again for summaries whose message was lost,
 * that failed for good or had to wait, and for those of observations that arrived late.
 * @param options.restart the queue was lost with its process: every summary that is wanted is asked for
 */
export async function endIdleSessions(
  { db, jobs, clock, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  { restart = false, after }: JobPayload<'endIdleSessions'> = {},
): Promise<void> {
  const now = clock();
  const at = restart ? new Date(now.getTime() + WAITS_AT_MOST_MS) : now;
  const idleSince = new Date(now.getTime() - settings.sessionIdleMinutes * 60_000);
  const nextDueAt = summaryLostAt(now);
  const workspaceIds = await listWorkspacesWithDueSessions(db, {
    idleSince,
    at,
    after: after ?? null,
    limit: PAGE,
  });
  for (const workspaceId of workspaceIds) {
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
  if (workspaceIds.length === PAGE)
    await jobs.enqueue('endIdleSessions', { restart, after: workspaceIds.at(-1) });
}
