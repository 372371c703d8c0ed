import * as z from 'zod';
import type { BedrockOptions } from '../aws/bedrock.ts';
import { lazyBedrock } from '../aws/lazy-bedrock.ts';
import { parseAnswer, bodyOf, postJson, type HttpEndpoint } from '../post-json.ts';
import { throwingAs, ProviderError } from '../provider-error.ts';

export type RerankerConfig = BedrockRerankerConfig | CohereCompatibleRerankerConfig;

/** The reranker a configuration asks for. Nothing is loaded or called before its first use. */
export function createReranker(config: RerankerConfig): Reranker {
  return config.provider === 'bedrock'
    ? createBedrockReranker(config)
    : createCohereCompatibleReranker(config);
}

interface CohereCompatibleRerankerConfig extends HttpEndpoint {
  provider: 'cohere-compatible';
  model: string;
  /** `unit` (default) when the server answers 0..1, `logit` when it answers raw scores, as llama.cpp does. */
  scores?: 'unit' | 'logit';
}

/** `POST {base}/rerank`, as Cohere, Jina, vLLM, llama.cpp and LiteLLM offer it. */
function createCohereCompatibleReranker(config: CohereCompatibleRerankerConfig): Reranker {
  const { model, scores = 'unit' } = config;
  const toUnit = scores === 'logit' ? (score: number) => 1 / (1 + Math.exp(-score)) : undefined;
  return {
    rerank: (query, documents, signal) =>
      throwingAs(RerankerError, async () => {
        if (documents.length === 0) return [];
        const body = { model, query, documents, top_n: documents.length };
        const reply = await postJson(config, '/rerank', body, signal);
        return relevanceInOrder(bodyOf(reply), documents.length, toUnit);
      }),
  };
}

export interface Reranker {
  /** @returns relevance 0..1 of each document, in the order of the documents */
  rerank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

class RerankerError extends ProviderError {}

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
function relevanceInOrder(answer: unknown, count: number, toUnit = (score: number) => score): number[] {
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

interface BedrockRerankerConfig extends BedrockOptions {
  provider: 'bedrock';
  /** `cohere.rerank-v3-5:0` or `amazon.rerank-v1:0`; the latter is in few Regions (us-west-2, eu-central-1, …). */
  model: string;
}

/** A rerank model over InvokeModel; at most 1,000 documents a call. */
function createBedrockReranker(config: BedrockRerankerConfig): Reranker {
  const bedrock = lazyBedrock(config);
  const { model } = config;
  return {
    rerank: (query, documents, signal) =>
      throwingAs(RerankerError, async () => {
        if (documents.length === 0) return [];
        const body = {
          query,
          documents,
          top_n: documents.length,
          // Cohere's models insist on the version of the request's form, Amazon's refuse the field.
          ...(model.includes('cohere.') ? { api_version: 2 } : {}),
        };
        return relevanceInOrder(await bedrock.invoke(model, body, { signal }), documents.length);
      }),
  };
}
