import { forgetFutureStamps, listWorkspacesWithWork } from '@memory/db';
import type { Services } from '../services.ts';
import { configuredModel } from '../embedding/embedding.ts';
import { SILENT_AFTER_SECONDS } from './decide-upkeep.ts';
import { pendingCondition } from '../embedding/pending-condition.ts';

const PAGE = 500;

/** Finds the workspaces that have something to do, and enqueues the upkeep of each. A clock that was set back delays none of it. */
export async function sweepWorkspaces(
  { db, jobs, clock, embedding }: Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  await forgetFutureStamps(db);
  let after: string | null = null;
  for (;;) {
    const found: string[] = await listWorkspacesWithWork(db, {
      ...pendingCondition({ clock, embedding }, restart),
      model: configuredModel(embedding),
      silentSince: new Date(clock().getTime() - (restart ? 0 : SILENT_AFTER_SECONDS * 1_000)),
      after,
      limit: PAGE,
    });
    await jobs.enqueue('maintainWorkspace', ...found.map((workspaceId) => ({ workspaceId, restart })));
    after = found.at(-1) ?? null;
    if (found.length < PAGE) return;
  }
}
