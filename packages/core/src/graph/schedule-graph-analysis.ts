import { listChangedGraphs } from '@memory/db';
import type { Services } from '../services.ts';

/**
 * Enqueues the analysis of each workspace whose graph has changed since its last one.
 * @param options.quietMs leaves out a workspace whose graph is still changing: it has its turn when it has rested this long
 * @param options.patienceMs or, however much it still changes, when it has waited this long
 */
export async function scheduleGraphAnalysis(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  { quietMs, patienceMs = Infinity }: { quietMs?: number; patienceMs?: number } = {},
): Promise<void> {
  const before = (ms: number) => new Date(Math.max(0, clock().getTime() - ms));
  const quietSince = quietMs === undefined ? undefined : before(quietMs);
  const changed = await listChangedGraphs(db, { quietSince, waitingSince: before(patienceMs) });
  if (changed.length > 0)
    await jobs.enqueue('analyzeGraph', ...changed.map((workspaceId) => ({ workspaceId })));
}
