import { createBedrockCohereEmbedder, type BedrockCohereConfig } from './bedrock-cohere.ts';
import { createBedrockTitanEmbedder, type BedrockTitanConfig } from './bedrock-titan.ts';
import type { Embedder } from './embedder.ts';
import { createOllamaEmbedder, type OllamaEmbedderConfig } from './ollama.ts';
import { createOpenAiCompatibleEmbedder, type OpenAiCompatibleEmbedderConfig } from './openai-compatible.ts';
import { createTransformersEmbedder, type TransformersEmbedderConfig } from './transformers.ts';

export type EmbedderConfig =
  | BedrockTitanConfig
  | BedrockCohereConfig
  | OpenAiCompatibleEmbedderConfig
  | OllamaEmbedderConfig
  | TransformersEmbedderConfig;

/** The embedder a configuration asks for. Nothing is loaded or called before its first use. */
export function createEmbedder(config: EmbedderConfig): Embedder {
  switch (config.provider) {
    case 'bedrock-titan':
      return createBedrockTitanEmbedder(config);
    case 'bedrock-cohere':
      return createBedrockCohereEmbedder(config);
    case 'openai-compatible':
      return createOpenAiCompatibleEmbedder(config);
    case 'ollama':
      return createOllamaEmbedder(config);
    default:
      return createTransformersEmbedder(config);
  }
}
