import { listPendingMemories, type PendingMemory, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { pendingCondition } from '../embedding/pending-condition.ts';

const PAGE = 500;

/** Pages in one call; what is left then is found by the next sweep, when these are done. */
const PAGES_MAX = 40;

/**
 * Enqueues what the database says is still to be done. The first step of a workspace's upkeep, and no part of it: upkeep that
 * was given up must not keep memories from being found.
 * @param options.restart also what was written just now: no message is on its way
 */
export async function resendLost(
  { db, jobs, clock, embedding }: Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>,
  { id: workspaceId }: Pick<Workspace, 'id'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const condition = pendingCondition({ clock, embedding }, restart);
  let after: PendingMemory | null = null;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const pending: PendingMemory[] = await listPendingMemories(db, workspaceId, {
      ...condition,
      after,
      limit: PAGE,
    });
    const messages = (embedded: boolean) =>
      pending
        .filter((memory) => memory.embedded === embedded)
        .map(({ id }) => ({ workspaceId, memoryId: id }));
    await jobs.enqueue('generateEmbedding', ...messages(false));
    await jobs.enqueue('discoverRelationships', ...messages(true));
    after = pending.at(-1) ?? null;
    if (pending.length < PAGE) return;
  }
}
