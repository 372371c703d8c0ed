import type { Embedder, QueryEmbedding } from '@memory/providers/embedder';

export interface EmbeddingProvider {
  embedder: Embedder;
  embedQuery: QueryEmbedding;
  /** Of the texts of a workspace in a UTC day, where each costs something; beyond them memories wait for the next day. */
  tokensPerDay?: number;
}

export interface Embedding {
  /** The provider that all workspaces should have their vectors of. */
  provider: EmbeddingProvider | 'none';
  /** The table that comes along: asked for as long as a workspace's vectors are its, whatever is configured. Null where it is not installed. */
  builtIn: EmbeddingProvider | null;
}

/** The name of the model that all workspaces should have their vectors of; null for none. */
export const configuredModel = ({ provider }: Embedding): string | null =>
  provider === 'none' ? null : provider.embedder.model;

/** The provider here that makes vectors of a model; undefined where none does. */
export const providerOf = ({ provider, builtIn }: Embedding, model: string): EmbeddingProvider | undefined =>
  [provider, builtIn].find((each) => each !== null && each !== 'none' && each.embedder.model === model) as
    | EmbeddingProvider
    | undefined;
