import { bodyOf, postJson, type HttpEndpoint } from '../post-json.ts';
import { throwingAs } from '../provider-error.ts';
import { createBedrockReranker, type BedrockRerankerConfig } from './bedrock.ts';
import { type Reranker, relevanceInOrder, RerankerError } from './reranker.ts';

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
