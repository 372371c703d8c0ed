import { HISTORY_DAYS, type JobPayload } from '@memory/contracts';
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

/** How long one message deletes; the next one goes on. */
const DELETING_MS = 20_000;

type NightServices = Pick<Services, 'db' | 'jobs' | 'clock'>;

/**
 * Enqueues the recalculation of importance and the reclassification of each workspace, a message each, lists memories whose
 * code changed for their authors, and then enqueues the deletion of old rows: however much there is to delete, every
 * workspace has its night.
 */
export async function scheduleNightlyWork(
  services: NightServices,
  message: JobPayload<'scheduleNightlyWork'>,
): Promise<void> {
  if (message.deletes) return deleteOldRows(services, message);
  const { db, jobs, clock } = services;
  for (let after: string | null = null; ;) {
    const ids: string[] = await listWorkspaceIds(db, { after, limit: PAGE });
    const payloads = ids.map((workspaceId) => ({ workspaceId }));
    await jobs.enqueue('recalculateImportance', ...payloads);
    await jobs.enqueue('reclassifyMemories', ...payloads);
    await askForGrounds(db, { workspaceIds: ids, each: ASKED_MAX, at: clock() });
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) break;
  }
  await jobs.enqueue('scheduleNightlyWork', { deletes: true });
}

/**
 * Deletes rows that are older than they are kept, a page a statement, and goes on in another message where it takes long:
 * memories where their workspace says so, the history, and after a day changes that readers have to read again, abandoned
 * requests to forget, and answers to requests with an idempotency key.
 */
async function deleteOldRows(
  { db, jobs, clock }: NightServices,
  { after }: JobPayload<'scheduleNightlyWork'>,
): Promise<void> {
  const at = clock();
  const before = new Date(at.getTime() - HISTORY_DAYS * DAY_MS);
  const yesterday = new Date(at.getTime() - DAY_MS);
  const end = performance.now() + DELETING_MS;
  /** @returns whether all pages are deleted */
  const deletePages = async (deletePage: () => Promise<boolean>): Promise<boolean> => {
    while (await deletePage()) if (performance.now() > end) return false;
    return true;
  };
  const goOn = (next: string | undefined) =>
    jobs.enqueue('scheduleNightlyWork', { deletes: true, after: next });
  if (after === undefined) {
    await deleteOldForgettingParts(db, { before: yesterday });
    for (const deletePage of [deleteSearchChanges, deleteIdempotentReplies])
      if (!(await deletePages(() => deletePage(db, { before: yesterday })))) return goOn(undefined);
  }
  const workspaceIds = await listWorkspaceIds(db, { after: after ?? null, limit: PAGE });
  const done =
    (await deletePages(() => deleteExpired(db, { workspaceIds, at }))) &&
    (await deletePages(() => deleteOldChanges(db, { workspaceIds, before })));
  if (!done) return goOn(after);
  if (workspaceIds.length === PAGE) return goOn(workspaceIds.at(-1));
}
