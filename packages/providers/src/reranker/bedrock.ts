import type { BedrockOptions } from '../aws/bedrock.ts';
import { lazyBedrock } from '../aws/lazy-bedrock.ts';
import { throwingAs } from '../provider-error.ts';
import { relevanceInOrder, RerankerError, type Reranker } from './reranker.ts';

export interface BedrockRerankerConfig extends BedrockOptions {
  provider: 'bedrock';
  /** `cohere.rerank-v3-5:0` or `amazon.rerank-v1:0`; the latter is in few Regions (us-west-2, eu-central-1, …). */
  model: string;
}

/** A rerank model over InvokeModel; at most 1,000 documents a call. */
export function createBedrockReranker(config: BedrockRerankerConfig): Reranker {
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
