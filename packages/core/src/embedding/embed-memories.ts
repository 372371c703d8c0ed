import {
  findWorkspace,
  listMemoriesToEmbed,
  upsertEmbeddings,
  type MemoryToEmbed,
  type Workspace,
} from '@memory/db';
import { backoffDelay } from '@memory/providers/backoff-delay';
import type { ProviderError } from '@memory/providers/provider-error';
import { anchorMemories } from '../anchors/anchor-memories.ts';
import type { Services } from '../services.ts';
import { embedDocuments } from './embed-documents.ts';

/** Times that the searches' model may change under one delivery before it is left to the next. */
const ATTEMPTS = 3;

/** Seconds from the write that makes upkeep due until it begins: a burst of writes is taken as one. */
const UPKEEP_DELAY_SECONDS = 2;

/**
 * Ties memories to the code that they name, embeds those whose content has no embedding yet, and enqueues the discovery of all that still want it. The rows say
 * what is to be done: delivered twice, late, or after a crash at any line, the end is the same. What a throttled provider leaves
 * comes again later as a new message, so that no attempt is used up.
 * @throws EmbedderError, and when the searches' model keeps changing
 */
export async function embedMemories(
  services: Pick<Services, 'db' | 'jobs' | 'embedding' | 'clock'>,
  workspace: Workspace,
  memories: readonly { memoryId: string; waits?: number | undefined }[],
): Promise<void> {
  const { db, jobs } = services;
  const workspaceId = workspace.id;
  const ids = memories.map(({ memoryId }) => memoryId);
  await anchorMemories(services, workspace, { ids });
  for (let attempt = 1, current: Workspace | undefined = workspace; current; attempt += 1) {
    const unfinished = await listMemoriesToEmbed(db, workspaceId, { ids });
    const wanted =
      services.embedding.provider === 'none' ? [] : unfinished.filter(({ embedded }) => !embedded);
    const { stored, upkeepDue, failure, isSpent } = await embed(services, current, wanted);
    if (upkeepDue) await jobs.enqueueLater(UPKEEP_DELAY_SECONDS, 'maintainWorkspace', { workspaceId });
    if (!failure && !isSpent && stored.length < wanted.length && attempt < ATTEMPTS) {
      current = await findWorkspace(db, workspaceId);
      continue;
    }
    const done = new Set(stored);
    const left = wanted.filter(({ memory }) => !done.has(memory.id));
    await jobs.enqueue(
      'discoverRelationships',
      ...unfinished
        .filter((memory) => !left.includes(memory))
        .map(({ memory }) => ({ workspaceId, memoryId: memory.id })),
    );
    const waits = Math.max(0, ...memories.map((memory) => memory.waits ?? 0));
    const delay = throttledDelay(failure, waits);
    if (delay !== undefined)
      return jobs.enqueueLater(
        delay,
        'generateEmbedding',
        ...left.map(({ memory }) => ({ workspaceId, memoryId: memory.id, waits: waits + 1 })),
      );
    if (failure) throw failure;
    if (left.length > 0 && !isSpent)
      throw new Error(`${left.length} memories changed while they were embedded.`);
    return;
  }
}

async function embed(
  services: Pick<Services, 'db' | 'embedding' | 'clock'>,
  workspace: Workspace,
  memories: readonly MemoryToEmbed[],
) {
  const { provider, builtIn } = services.embedding;
  if (memories.length === 0 || provider === 'none')
    return { stored: [], upkeepDue: false, failure: undefined, isSpent: false };
  // While searches use vectors of the table, new memories need one too, or nobody would find them.
  const used = builtIn && workspace.embeddingModel === builtIn.embedder.model ? builtIn : provider;
  const { model } = used.embedder;
  const { vectors, failure, isSpent } = await embedDocuments(
    services,
    workspace,
    used,
    memories.map(({ memory }) => memory),
  );
  const written = await upsertEmbeddings(services.db, workspace.id, {
    embeddings: memories.flatMap(({ memory, contentDigest }, index) => {
      const vector = vectors[index];
      return vector === undefined ? [] : [{ memoryId: memory.id, model, contentDigest, vector }];
    }),
    whileModel: workspace.embeddingModel,
  });
  return { ...written, failure, isSpent };
}

/** Doubled with each wait. */
const BACKOFF = { baseMs: 5_000, limitMs: 900_000 };

/** Waits of a message, a day and more, until throttling counts as a failure that ends in a dead letter. */
const WAITS_MAX = 100;

/**
 * @param waits - how often the message has waited
 * @returns seconds until the rest that a throttled provider left comes again; undefined where it counts as failed, or nothing did
 */
export const throttledDelay = (failure: ProviderError | undefined, waits: number): number | undefined =>
  failure?.code === 'throttled' && waits < WAITS_MAX
    ? Math.ceil(backoffDelay(BACKOFF, waits + 1, Math.random()) / 1_000)
    : undefined;
