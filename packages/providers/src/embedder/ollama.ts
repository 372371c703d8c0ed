import * as z from 'zod';
import { bodyOf, postJson, type HttpEndpoint } from '../post-json.ts';
import { parseAnswer } from '../parse-answer.ts';
import type { Embedder } from './embedder.ts';
import { createNeuralEmbedder } from './neural-embedder.ts';
import { modelName, prefixesFor, type EmbeddingPrefixes } from './prefixes.ts';

export interface OllamaEmbedderConfig extends HttpEndpoint {
  provider: 'ollama';
  /** For example `nomic-embed-text`. */
  model: string;
  dimensions: number;
  prefixes?: EmbeddingPrefixes;
  /** The context length the model is loaded with; default 2,048, which Ollama's embedding models have at least. */
  inputTokensMax?: number;
}

const Answer = z.object({ embeddings: z.array(z.array(z.number())) });

/**
 * `POST {base}/api/embed`. `truncate: false`, since the server's default cuts a long text without a word:
 * its refusal is what tells us to cut smaller pieces.
 */
export function createOllamaEmbedder(config: OllamaEmbedderConfig): Embedder {
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
      return parseAnswer(Answer, bodyOf(reply)).embeddings;
    },
  });
}
