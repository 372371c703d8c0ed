import { HISTORY_DAYS, type JobPayload } from '@memory/contracts';
import {
  listMemoryIds,
  recalculateImportance as recalculatePage,
  type Workspace,
  askForGrounds,
  deleteExpired,
  deleteIdempotentReplies,
  deleteOldChanges,
  deleteOldForgettingParts,
  deleteSearchChanges,
  listWorkspaceIds,
} from '@memory/db';
import { noteVersions } from '../discovery/note-versions.ts';
import type { Services } from '../services.ts';

const MEMORIES_AT_ONCE = 1_000;

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
    const ids = await listMemoryIds(db, workspace.id, { after, limit: MEMORIES_AT_ONCE });
    const { last }: { last: string | null } = await recalculatePage(db, workspace.id, {
      after,
      limit: MEMORIES_AT_ONCE,
      at,
    });
    // Of what was stored before anybody compared it.
    await noteVersions({ db, clock }, workspace, ids, { keeps: true });
    if (last === null) return;
    after = last;
  }
  if (after !== null) await jobs.enqueue('recalculateImportance', { workspaceId: workspace.id, after });
}

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
