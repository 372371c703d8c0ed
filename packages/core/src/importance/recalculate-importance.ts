import { listMemoryIds, recalculateImportance as recalculatePage, type Workspace } from '@memory/db';
import { noteSuccessions } from '../discovery/note-successions.ts';
import type { Services } from '../services.ts';

const PAGE = 1_000;

/** Pages of one message: workspaces take turns, and no message comes near its time limit. */
const PAGES_MAX = 50;

/**
 * Recalculates the importance of every memory of a workspace, page by page, and in another message where there are many; the
 * formula is in this package's README.
 * @param step - the memory after which it goes on
 */
export async function recalculateImportance(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  workspace: Workspace,
  step: { after?: string | undefined } = {},
): Promise<void> {
  const at = clock();
  let after = step.after ?? null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const ids = await listMemoryIds(db, workspace.id, { after, limit: PAGE });
    const { last }: { last: string | null } = await recalculatePage(db, workspace.id, {
      after,
      limit: PAGE,
      at,
    });
    // Of what was stored before anybody compared it.
    await noteSuccessions({ db, clock }, workspace, ids, { keeps: true });
    if (last === null) return;
    after = last;
  }
  if (after !== null) await jobs.enqueue('recalculateImportance', { workspaceId: workspace.id, after });
}
