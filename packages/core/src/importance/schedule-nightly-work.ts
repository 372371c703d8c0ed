import { HISTORY_DAYS } from '@memory/contracts';
import {
  askForGrounds,
  deleteExpired,
  deleteIdempotentReplies,
  deleteOldChanges,
  deleteOldForgettingParts,
  deleteSearchChanges,
  listWorkspaceIds,
} from '@memory/db';
import type { Services } from '../services.ts';

const PAGE = 500;

/** Memories whose code changed that an author is asked about at once: a longer list nobody goes through. */
const ASKED_MAX = 5;

const DAY_MS = 24 * 3_600_000;

/**
 * Enqueues the recalculation of importance and the reclassification of each workspace, a message each, lists memories whose
 * code changed for their authors, and deletes rows that are older than they are kept: memories where their workspace says so,
 * the history, and after a day changes that readers have to read again, abandoned requests to forget, and answers to requests
 * with an idempotency key.
 */
export async function scheduleNightlyWork({
  db,
  jobs,
  clock,
}: Pick<Services, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const at = clock();
  const before = new Date(at.getTime() - HISTORY_DAYS * DAY_MS);
  const yesterday = new Date(at.getTime() - DAY_MS);
  await deleteSearchChanges(db, { before: yesterday });
  await deleteOldForgettingParts(db, { before: yesterday });
  while (await deleteIdempotentReplies(db, { before: yesterday }));
  for (let after: string | null = null; ;) {
    const ids: string[] = await listWorkspaceIds(db, { after, limit: PAGE });
    const payloads = ids.map((workspaceId) => ({ workspaceId }));
    await jobs.enqueue('recalculateImportance', ...payloads);
    await jobs.enqueue('reclassifyMemories', ...payloads);
    await askForGrounds(db, { workspaceIds: ids, each: ASKED_MAX, at });
    while (await deleteExpired(db, { workspaceIds: ids, at }));
    while (await deleteOldChanges(db, { workspaceIds: ids, before }));
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return;
  }
}
