import { listWorkspaceIds } from '@memory/db';
import type { Services } from '../services.ts';

const PAGE = 500;

/** Enqueues the recalculation of importance and the reclassification of each workspace, a message each. */
export async function scheduleNightlyWork({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  for (let after: string | null = null; ;) {
    const ids: string[] = await listWorkspaceIds(db, { after, limit: PAGE });
    const payloads = ids.map((workspaceId) => ({ workspaceId }));
    await jobs.enqueue('recalculateImportance', ...payloads);
    await jobs.enqueue('reclassifyMemories', ...payloads);
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return;
  }
}
