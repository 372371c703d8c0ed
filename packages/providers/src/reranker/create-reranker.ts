import { createBedrockReranker, type BedrockRerankerConfig } from './bedrock.ts';
import { createCohereCompatibleReranker, type CohereCompatibleRerankerConfig } from './cohere-compatible.ts';
import type { Reranker } from './reranker.ts';

export type RerankerConfig = BedrockRerankerConfig | CohereCompatibleRerankerConfig;

/** The reranker a configuration asks for. Nothing is loaded or called before its first use. */
export function createReranker(config: RerankerConfig): Reranker {
  return config.provider === 'bedrock'
    ? createBedrockReranker(config)
    : createCohereCompatibleReranker(config);
}
