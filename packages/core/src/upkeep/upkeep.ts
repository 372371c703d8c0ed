import {
  type Upkeep,
  beginNextModel,
  findUpkeep,
  inBackground,
  maintainSemanticIndex,
  refreshStatistics,
  type Workspace,
  deleteForgottenCopies,
  forgetFutureStamps,
  listWorkspacesWithWork,
  listPendingMemories,
  type PendingMemory,
} from '@memory/db';
import { measure } from '../embedding/cosine-scale.ts';
import { configuredModel } from '../embedding/embedding.ts';
import { pendingCondition, spentTokens } from '../embedding/pending-condition.ts';
import type { Services } from '../services.ts';

/** Below so many memories statistics are not needed. */
const STATISTICS_FROM = 16;

/** Of so few memories it is not known which words are rare. */
export const isYoung = (memories: number): boolean => memories < STATISTICS_FROM;

/** Statistics that changed at all are refreshed once a day. */
const REFRESH_AFTER_SECONDS = 24 * 3_600;

/** For which a refresh waits for a moment without requests, which all wait for its one statement on the embedded engine; other jobs wait behind it meanwhile. */
const STATISTICS_PATIENCE_MS = 1_000;

/** A re-embedding that was not heard of for so long has stopped: its message was lost. */
const SILENT_AFTER_SECONDS = 600;

/** Statistics lag by a quarter, or by a day (`upsertEmbeddings` counts alike). */
export const isRefreshDue = ({ memories, changes, secondsSinceRefresh }: Upkeep): boolean =>
  changes >= Math.max(STATISTICS_FROM - memories, Math.ceil(memories / 4), 1) ||
  (changes > 0 && (secondsSinceRefresh ?? Infinity) > REFRESH_AFTER_SECONDS);

/** Seconds until a re-embedding that stands back for a backlog looks again whether that is done, and how often it does before it goes on beside it. */
export const BACKLOG_DELAY_SECONDS = 20;
export const BACKLOG_LOOKS_MAX = 90;

/** Fewer are embedded in the time of a page or two, and some may never be: a re-embedding does not wait for them. */
const BACKLOG_FROM = 100;

/** A memory without a vector is waited for by somebody; a second vector of a memory is not. */
export const isReembeddingEarly = ({ memories, waiting }: Pick<Upkeep, 'memories' | 'waiting'>): boolean =>
  waiting > BACKLOG_FROM && waiting * 4 > memories;

/** The next step for the model of a workspace's vectors. */
export type ModelStep =
  | { do: 'nothing' }
  /** Take up the re-embedding again. */
  | { do: 'resume'; model: string }
  /** Re-embed with another model. */
  | { do: 'prepare'; model: string };

export interface ModelSituation {
  /** The model of all workspaces; null embeds nothing. */
  configured: string | null;
  /** The model of the workspace's vectors; null before the first. */
  current: string | null;
  upkeep: Pick<Upkeep, 'nextModel'>;
  /** The queue was lost with its process, so nothing is under way. */
  restart: boolean;
}

/** One step at a time: while the workspace is being embedded with the model that is wanted, nothing else begins. */
export function decideModelStep({
  configured,
  current,
  upkeep: { nextModel },
  restart,
}: ModelSituation): ModelStep {
  if (configured === null || current === null) return { do: 'nothing' };
  if (nextModel?.name === configured) {
    const stopped = restart || nextModel.silentSeconds >= SILENT_AFTER_SECONDS;
    return stopped ? { do: 'resume', model: configured } : { do: 'nothing' };
  }
  // A re-embedding with a model that is no longer wanted is undone as any other is done.
  return configured === current && !nextModel ? { do: 'nothing' } : { do: 'prepare', model: configured };
}

/**
 * Refreshes the statistics when they lag, keeps the model of the vectors and their index up to date.
 * It leaves alone whatever needs nothing, so it may come at any time and as often as it likes.
 * @param options.restart the queue was lost with its process: whatever is not done has no message any more
 */
export async function maintainWorkspace(
  { db, jobs, embedding }: Pick<Services, 'db' | 'jobs' | 'embedding'>,
  workspace: Workspace,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const upkeep = await findUpkeep(db, workspace.id);
  if (!upkeep) return;
  const isDue = isRefreshDue(upkeep);
  const memories = isDue
    ? await inBackground(() => refreshStatistics(db, workspace.id), { patienceMs: STATISTICS_PATIENCE_MS })
    : upkeep.memories;
  const { builtIn } = embedding;
  // Asking another model costs: that is done when somebody says so.
  if (isDue && builtIn?.embedder.model === workspace.embeddingModel) await measure(db, workspace, builtIn);
  const { embeddingModel: current } = workspace;
  const step = decideModelStep({ configured: configuredModel(embedding), current, upkeep, restart });
  if (current === null) return;
  if (step.do === 'nothing') {
    await maintainSemanticIndex(db, workspace.id, { model: current, next: upkeep.nextModel?.name });
    if (upkeep.nextModel || isYoung(memories) || !isYoung(upkeep.memories)) return;
  }
  const instead = upkeep.nextModel?.name ?? null;
  const model = step.do === 'nothing' ? current : step.model;
  // Known by now which words are rare: what was related before is looked at again.
  const phase = step.do === 'nothing' ? 'compare' : 'embed';
  // One delivery of several begins it; the others leave it to that one.
  if (step.do === 'resume' || (await beginNextModel(db, workspace.id, { model, instead })))
    await jobs.enqueue('reembedWorkspace', { workspaceId: workspace.id, model, phase, after: null });
}

const PAGE = 500;

/** Finds the workspaces that have something to do, and enqueues the upkeep of each. A clock that was set back delays none of it. */
export async function sweepWorkspaces(
  { db, jobs, clock, embedding }: Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  await forgetFutureStamps(db);
  await deleteForgottenCopies(db);
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

/** Pages in one call; what is left then is found by the next sweep, when these are done. */
const PAGES_MAX = 40;

/**
 * Enqueues what the database says is still to be done. The first step of a workspace's upkeep, and no part of it: upkeep that
 * was given up must not keep memories from being found.
 * @param options.restart also what was written just now: no message is on its way
 */
export async function resendLost(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>,
  { id: workspaceId }: Pick<Workspace, 'id'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const { db, jobs } = services;
  const condition = pendingCondition(services, restart);
  const isSpent = (await spentTokens(services, { id: workspaceId })) !== undefined;
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
    if (!isSpent) await jobs.enqueue('generateEmbedding', ...messages(false));
    await jobs.enqueue('discoverRelationships', ...messages(true));
    after = pending.at(-1) ?? null;
    if (pending.length < PAGE) return;
  }
}
