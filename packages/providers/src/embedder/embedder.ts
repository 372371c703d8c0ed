import { ProviderError } from '../provider-error.ts';

/** Some models embed a question otherwise than the text that answers it. */
export type EmbeddingKind = 'query' | 'document';

/** A unit vector of the embedder's `dimensions`, or an empty array for a text that has nothing to embed. */
export type EmbeddingVector = Float32Array | number[];

export interface Embedder {
  /** Provider, model with version, and dimension, e.g. `bedrock/amazon.titan-embed-text-v2:0/1024`; stored with each vector. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * @returns one vector a text, in the order of the texts; a blank text has no direction and gets an empty array,
   *   for which nothing is to be stored
   * @throws EmbedderError, with the vectors that came; `invalid_output` when the count or the dimension of the answer is wrong
   */
  embed(
    texts: readonly string[],
    kind: EmbeddingKind,
    options?: { signal?: AbortSignal },
  ): Promise<EmbeddingVector[]>;
}

export class EmbedderError extends ProviderError {
  /** The vectors that came before the failure, by the place of their text. */
  came: ReadonlyMap<number, EmbeddingVector> = new Map();
}
