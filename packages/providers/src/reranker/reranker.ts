import * as z from 'zod';
import { parseAnswer } from '../parse-answer.ts';
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

/** The answer that Cohere's, Amazon's and the compatible endpoints share. */
const Answer = z.object({
  results: z.array(z.object({ index: z.number().int().min(0), relevance_score: z.number() })),
});

/**
 * Relevance by document from an answer that is sorted by relevance.
 * @param count documents that were sent
 * @param toUnit turns the model's score into 0..1
 * @throws ProviderError `invalid_output` when a document has no score, or one outside 0..1
 */
export function relevanceInOrder(
  answer: unknown,
  count: number,
  toUnit = (score: number) => score,
): number[] {
  const { results } = parseAnswer(Answer, answer);
  const byIndex = new Map(results.map((result) => [result.index, toUnit(result.relevance_score)]));
  return Array.from({ length: count }, (_, index) => {
    const relevance = byIndex.get(index);
    if (relevance === undefined) {
      throw new RerankerError(
        'invalid_output',
        `The reranker gave no score for document ${index} of ${count}.`,
      );
    }
    if (relevance >= 0 && relevance <= 1) return relevance;
    throw new RerankerError(
      'invalid_output',
      `The reranker gave ${relevance}, outside 0..1; set its scores to 'logit' if it answers raw ones.`,
    );
  });
}
