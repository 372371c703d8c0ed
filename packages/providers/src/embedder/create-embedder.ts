import * as z from 'zod';
import { parseAnswer, bodyOf, postJson, type HttpEndpoint } from '../post-json.ts';
import {
  createBedrockCohereEmbedder,
  type BedrockCohereConfig,
  createBedrockTitanEmbedder,
  type BedrockTitanConfig,
} from './bedrock.ts';
import type { Embedder } from './embedder.ts';
import { createNeuralEmbedder } from './neural-embedder.ts';
import { modelName, prefixesFor, type EmbeddingPrefixes } from './prefixes.ts';
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

interface OllamaEmbedderConfig extends HttpEndpoint {
  provider: 'ollama';
  /** For example `nomic-embed-text`. */
  model: string;
  dimensions: number;
  prefixes?: EmbeddingPrefixes;
  /** The context length the model is loaded with; default 2,048, which Ollama's embedding models have at least. */
  inputTokensMax?: number;
}

const OllamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

/**
 * `POST {base}/api/embed`. `truncate: false`, since the server's default cuts a long text without a word:
 * its refusal is what tells us to cut smaller pieces.
 */
function createOllamaEmbedder(config: OllamaEmbedderConfig): Embedder {
  const { model, dimensions, prefixes, inputTokensMax = 2048 } = config;
  return createNeuralEmbedder({
    model: modelName('ollama', model, dimensions, prefixes),
    dimensions,
    prefixes: prefixesFor(model, prefixes),
    batchSize: 16,
    concurrency: 1,
    inputBytesMax: Math.ceil(inputTokensMax * 2.5),
    embedBatch: async (input, _kind, signal) => {
      const reply = await postJson(config, '/api/embed', { model, input, truncate: false }, signal);
      return parseAnswer(OllamaAnswer, bodyOf(reply)).embeddings;
    },
  });
}

interface OpenAiCompatibleEmbedderConfig extends HttpEndpoint {
  provider: 'openai-compatible';
  model: string;
  /** Length of the model's vectors, 1 to 1,536. */
  dimensions: number;
  /** Asks the server for `dimensions`; only for models that can shorten their vectors. Default false. */
  requestDimensions?: boolean;
  prefixes?: EmbeddingPrefixes;
  /** The model's limit for one text; default 8,192, as OpenAI's models have. */
  inputTokensMax?: number;
  /** Texts in one call; default 64. */
  batchSize?: number;
}

const OpenAiAnswer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

/** `POST {base}/embeddings`, as OpenAI, vLLM, llama.cpp, LM Studio and others offer it. */
function createOpenAiCompatibleEmbedder(config: OpenAiCompatibleEmbedderConfig): Embedder {
  const {
    model,
    dimensions,
    requestDimensions = false,
    prefixes,
    inputTokensMax = 8192,
    batchSize = 64,
  } = config;
  return createNeuralEmbedder({
    model: modelName('openai', model, dimensions, prefixes),
    dimensions,
    prefixes: prefixesFor(model, prefixes),
    batchSize,
    concurrency: 2,
    inputBytesMax: Math.ceil(inputTokensMax * 2.5),
    embedBatch: async (input, _kind, signal) => {
      const body = { model, input, encoding_format: 'float', ...(requestDimensions ? { dimensions } : {}) };
      const { data } = parseAnswer(OpenAiAnswer, bodyOf(await postJson(config, '/embeddings', body, signal)));
      return data
        .map(({ index, embedding }, position) => ({ index: index ?? position, embedding }))
        .sort((a, b) => a.index - b.index)
        .map(({ embedding }) => embedding);
    },
  });
}
