import { ProviderError } from '../provider-error.ts';

/** Judges how well documents answer a query. */
export interface Reranker {
  /**
   * @returns relevance 0..1 of each document, in the order of the documents
   * @throws RerankerError
   */
  rerank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

export class RerankerError extends ProviderError {}
