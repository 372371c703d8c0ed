import * as z from 'zod';
import type { BedrockOptions } from '../aws/bedrock.ts';
import { lazyBedrock } from '../aws/lazy-bedrock.ts';
import type { Embedder } from './embedder.ts';
import { createNeuralEmbedder } from './neural-embedder.ts';
import { parseAnswer } from '../parse-answer.ts';
import { modelName } from './prefixes.ts';

export interface BedrockTitanConfig extends BedrockOptions {
  provider: 'bedrock-titan';
  /** Default `amazon.titan-embed-text-v2:0`. */
  model?: string;
  /** Default 1,024. AWS measured 99 % of its accuracy with 512 and 97 % with 256. */
  dimensions?: 256 | 512 | 1024;
  /** Calls at the same time, since the model takes one text a call; default 4. */
  concurrency?: number;
}

const Answer = z.object({ embedding: z.array(z.number()) });

/** Titan Text Embeddings V2: one text a call, at most 8,192 tokens or 50,000 characters. */
export function createBedrockTitanEmbedder(config: BedrockTitanConfig): Embedder {
  const { model = 'amazon.titan-embed-text-v2:0', dimensions = 512, concurrency = 4 } = config;
  const bedrock = lazyBedrock(config);
  return createNeuralEmbedder({
    model: modelName('bedrock', model, dimensions),
    dimensions,
    prefixes: { query: '', document: '' },
    batchSize: 1,
    concurrency,
    inputBytesMax: 20_000,
    embedBatch: async ([inputText], kind, signal) => {
      const body = { inputText, dimensions, normalize: true, embeddingTypes: ['float'] };
      return [
        parseAnswer(Answer, await bedrock.invoke(model, body, { signal, patient: kind === 'document' }))
          .embedding,
      ];
    },
  });
}
