import * as z from 'zod';
import { bodyOf, postJson, type HttpEndpoint, parseAnswer } from '../post-json.ts';
import type { Embedder } from './embedder.ts';
import { createNeuralEmbedder } from './neural-embedder.ts';
import { modelName, prefixesFor, type EmbeddingPrefixes } from './prefixes.ts';

export interface OpenAiCompatibleEmbedderConfig extends HttpEndpoint {
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

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
});

/** `POST {base}/embeddings`, as OpenAI, vLLM, llama.cpp, LM Studio and others offer it. */
export function createOpenAiCompatibleEmbedder(config: OpenAiCompatibleEmbedderConfig): Embedder {
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
      const { data } = parseAnswer(Answer, bodyOf(await postJson(config, '/embeddings', body, signal)));
      return data
        .map(({ index, embedding }, position) => ({ index: index ?? position, embedding }))
        .sort((a, b) => a.index - b.index)
        .map(({ embedding }) => embedding);
    },
  });
}
