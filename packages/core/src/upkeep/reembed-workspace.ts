import type { JobPayload } from '@memory/contracts';
import {
  buildNextIndex,
  deleteOtherModels,
  discoverMemories,
  endNextModel,
  listMemoriesWithoutEmbedding,
  listMemoryIds,
  switchModel,
  touchNextModel,
  upsertEmbeddings,
  type Workspace,
} from '@memory/db';
import { embedDocuments } from '../embedding/embed-documents.ts';
import { throttledDelay } from '../embedding/embed-memories.ts';
import { providerOf } from '../embedding/embedding.ts';
import { edgeThreshold, needsLikeness } from '../discovery/similarity-threshold.ts';
import { BACKLOG_DELAY_SECONDS, BACKLOG_LOOKS_MAX, isReembeddingEarly } from './upkeep.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';

/** Memories a step: with 1,536 dimensions their vectors take 2 MB as text, and the Data API takes 4. */
const PAGE = 100;

/** Vectors written in one statement: requests wait for its end where all share one connection. */
const WRITTEN = 25;

/** Memories compared in one statement: each reads every vector of a workspace without an index, where none are kept. */
const COMPARED = 25;

/** Between two looks at an index that is being built. */
const INDEX_DELAY_SECONDS = 30;

type Step = JobPayload<'reembedWorkspace'>;
type StepServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'embedding'>;

/**
 * One step on the way to another model, which enqueues the next: every memory is embedded with it, its index is built, then searches
 * switch to it, then the old vectors go, then relationships are found anew. A step of a model that is no longer wanted ends, and
 * one beside a large backlog waits for that.
 */
export async function reembedWorkspace(
  services: StepServices,
  workspace: Workspace,
  step: Step,
): Promise<void> {
  const upkeep = await touchNextModel(services.db, workspace.id, { model: step.model });
  if (!upkeep) return;
  const { looks = 0 } = step;
  if (isReembeddingEarly(upkeep) && looks < BACKLOG_LOOKS_MAX)
    return services.jobs.enqueueLater(BACKLOG_DELAY_SECONDS, 'reembedWorkspace', {
      ...step,
      looks: looks + 1,
    });
  await (step.phase === 'embed'
    ? embedPage(services, workspace, step)
    : comparePage(services, workspace, step));
}

async function embedPage(services: StepServices, workspace: Workspace, step: Step): Promise<void> {
  const { db, jobs } = services;
  const { model, after } = step;
  const page = await listMemoriesWithoutEmbedding(db, workspace.id, { model, after, limit: PAGE });
  if (page.length > 0) {
    const provider = providerOf(services.embedding, model);
    if (!provider)
      throw new ServiceError('service_unavailable', `The model ${model} is no longer configured.`);
    const { vectors, failure, isSpent } = await embedDocuments(
      services,
      workspace,
      provider,
      page.map(({ memory }) => memory),
    );
    // Silent from now on, it is taken up again by the sweep.
    if (isSpent) return;
    const embeddings = page.flatMap(({ memory, contentDigest }, index) => {
      const vector = vectors[index];
      return vector === undefined ? [] : [{ memoryId: memory.id, model, contentDigest, vector }];
    });
    for (let start = 0; start < embeddings.length; start += WRITTEN)
      await upsertEmbeddings(db, workspace.id, {
        embeddings: embeddings.slice(start, start + WRITTEN),
        whileModel: workspace.embeddingModel,
        marks: false,
      });
    // Kept vectors shorten the page of the next try.
    const { waits = 0 } = step;
    const delay = throttledDelay(failure, waits);
    if (delay !== undefined)
      return jobs.enqueueLater(delay, 'reembedWorkspace', { ...step, waits: waits + 1 });
    if (failure) throw failure;
  }
  const last = page.at(-1);
  if (last && page.length === PAGE)
    return jobs.enqueue('reembedWorkspace', { ...step, after: last.memory.id, waits: 0 });
  const index = await buildNextIndex(db, workspace.id, { model });
  if (index === 'building') return jobs.enqueueLater(INDEX_DELAY_SECONDS, 'reembedWorkspace', step);
  await switchModel(db, workspace.id, { model, hasSemanticIndex: index === 'ready' });
  for (let isMore = true; isMore;) {
    const deleted = await deleteOtherModels(db, workspace.id, { model });
    ({ isMore } = deleted);
    // Memories written with the old model at the last moment have lost their vectors.
    await jobs.enqueue(
      'generateEmbedding',
      ...deleted.reopened.map((memoryId) => ({ workspaceId: workspace.id, memoryId })),
    );
  }
  await jobs.enqueue('reembedWorkspace', { ...step, phase: 'compare', after: null });
}

/** Finds the relationships of the next memories anew, since their cosines are others now. */
async function comparePage(services: StepServices, workspace: Workspace, step: Step): Promise<void> {
  const { db, jobs, clock } = services;
  const ids = await listMemoryIds(db, workspace.id, { after: step.after, limit: PAGE });
  for (let start = 0; start < ids.length; start += COMPARED)
    await discoverMemories(db, workspace.id, {
      memoryIds: ids.slice(start, start + COMPARED),
      model: step.model,
      threshold: edgeThreshold({ ...workspace, embeddingModel: step.model }),
      needsLikeness: needsLikeness(step.model, workspace.memoryCount),
      hasSemanticIndex: workspace.hasSemanticIndex,
      onlyEmbedded: true,
      again: true,
      mark: false,
      at: clock(),
    });
  if (ids.length === PAGE) return jobs.enqueue('reembedWorkspace', { ...step, after: ids.at(-1) ?? null });
  await endNextModel(db, workspace.id, { model: step.model });
  // The semantic index of the old model goes.
  await jobs.enqueue('maintainWorkspace', { workspaceId: workspace.id });
}
