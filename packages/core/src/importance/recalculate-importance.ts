import { recalculateImportance as recalculatePage, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

const PAGE = 1_000;

/**
 * Recalculates the importance of every memory of a workspace, page by page; the formula is in this package's README. Only
 * what changes is written, so a run that was killed goes on where it was.
 */
export async function recalculateImportance(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
): Promise<void> {
  const at = clock();
  for (let after: string | null = null; ;) {
    const { last }: { last: string | null } = await recalculatePage(db, workspace.id, {
      after,
      limit: PAGE,
      at,
    });
    if (last === null) return;
    after = last;
  }
}
