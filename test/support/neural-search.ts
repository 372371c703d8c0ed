import type { Memory } from '@memory/contracts';
import type { Embedding } from '@memory/core';
import type { Embedder } from '@memory/providers/embedder';
import { createQueryEmbedding, type QueryEmbeddingOptions } from '@memory/providers/embedder/query-embedding';
import { generateEmbedding } from '../../functions/jobs.ts';
import { deliver } from '../jobs/pipeline/deliver.ts';
import { serveVariant, type Variant } from '../host/serve-variant.ts';
import type { TestWorkspace } from '../host/service.ts';

/** Meanings of texts: the first of these that a text begins with tells its unit vector. All are of one length. */
export type Meanings = Record<string, number[]>;

/** A model that knows the meaning of a few texts, and refuses all others. */
export function meaningEmbedder(meanings: Meanings): Embedder {
  const dimensions = Object.values(meanings)[0]?.length ?? 0;
  const meaningOf = (text: string) => {
    const known = Object.keys(meanings).find((beginning) => text.startsWith(beginning));
    const vector = known === undefined ? undefined : meanings[known];
    if (!vector) throw new Error(`The model of this test does not know what this means: ${text}`);
    return vector;
  };
  return {
    model: `test/meanings/${dimensions}`,
    dimensions,
    embed: async (texts) => texts.map(meaningOf),
  };
}

export const neuralProvider = (
  embedder: Embedder,
  options?: QueryEmbeddingOptions,
): Embedding['provider'] => ({ embedder, embedQuery: createQueryEmbedding(embedder, options) });

/** The same workspace at a service that has another embedding provider. */
export const serveWithProvider = (
  service: TestWorkspace,
  provider: Embedding['provider'],
): Promise<Variant> => serveVariant(service, { embedding: { ...service.services.embedding, provider } });

/** Embeds memories with the provider of this service, and nothing else: their relationships stay undiscovered. */
export async function embedOnly(
  { services, id: workspaceId }: TestWorkspace,
  memories: readonly Pick<Memory, 'id'>[],
): Promise<void> {
  const messages = memories.map(({ id: memoryId }) => ({ workspaceId, memoryId }));
  const { batchItemFailures } = await generateEmbedding(deliver(...messages), { services });
  if (batchItemFailures.length > 0) throw new Error('Some memories could not be embedded.');
}
