import { listChangedGraphs } from '@memory/db';
import type { Services } from '../services.ts';

/**
 * Enqueues the analysis of each workspace whose graph has changed since its last one.
 * @param quietMs leaves out a workspace whose graph is still changing: it has its turn when it has rested this long
 */
export async function scheduleGraphAnalysis(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  { quietMs }: { quietMs?: number } = {},
): Promise<void> {
  const quietSince = quietMs === undefined ? undefined : new Date(clock().getTime() - quietMs);
  const changed = await listChangedGraphs(db, { quietSince });
  if (changed.length > 0)
    await jobs.enqueue('analyzeGraph', ...changed.map((workspaceId) => ({ workspaceId })));
}
