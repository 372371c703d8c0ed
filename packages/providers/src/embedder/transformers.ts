import { basename, dirname, resolve } from 'node:path';
import { once } from '../once.ts';
import { EmbedderError, type Embedder } from './embedder.ts';
import { createNeuralEmbedder } from './neural-embedder.ts';
import { modelName, prefixesFor, type EmbeddingPrefixes } from './prefixes.ts';

export interface TransformersEmbedderConfig {
  provider: 'transformers';
  /** Folder with config.json, tokenizer.json and onnx/…; its last part names the model. */
  modelFolder: string;
  dimensions: number;
  /** How token vectors become one; default `mean`. */
  pooling?: 'mean' | 'cls' | 'last_token';
  /** The file of weights to load, e.g. `q8` or `fp32`; default `q8`. Another one gives other vectors and another name. */
  dtype?: string;
  prefixes?: EmbeddingPrefixes;
  /** The model's limit for one text; default 512. The library cuts silently above it, so pieces stay below. */
  inputTokensMax?: number;
}

type Extract = (
  texts: string[],
  options: { pooling: string; normalize: boolean },
) => Promise<{ tolist(): number[][] }>;

/** The part of `@huggingface/transformers` that is used; installed it has 474 MB, so it is an optional peer. */
export interface TransformersModule {
  env: { localModelPath: string; allowLocalModels: boolean; allowRemoteModels: boolean };
  pipeline(task: 'feature-extraction', model: string, options: { dtype: string }): Promise<Extract>;
}

/** Not a literal, so that neither the type checker nor a bundler looks for a package that need not be there. */
const PACKAGE: string = '@huggingface/transformers';

async function importTransformers(): Promise<TransformersModule> {
  try {
    return (await import(PACKAGE)) as TransformersModule;
  } catch (error) {
    throw new EmbedderError(
      'misconfigured',
      `The transformers embedder needs the package ${PACKAGE}: npm install ${PACKAGE}@4.`,
      { cause: error },
    );
  }
}

/** A model on this machine, read from a local folder; nothing is ever downloaded. */
export function createTransformersEmbedder(
  config: TransformersEmbedderConfig,
  load: () => Promise<TransformersModule> = importTransformers,
): Embedder {
  const { dimensions, pooling = 'mean', dtype = 'q8', prefixes, inputTokensMax = 512 } = config;
  const folder = resolve(config.modelFolder);
  const model = basename(folder);
  const extractor = once(async () => {
    const transformers = await load();
    transformers.env.localModelPath = dirname(folder);
    transformers.env.allowLocalModels = true;
    transformers.env.allowRemoteModels = false;
    try {
      return await transformers.pipeline('feature-extraction', model, { dtype });
    } catch (error) {
      throw new EmbedderError('misconfigured', `The embedding model in ${folder} cannot be loaded.`, {
        cause: error,
      });
    }
  });
  return createNeuralEmbedder({
    model: modelName('transformers', `${model}-${dtype}`, dimensions, prefixes),
    dimensions,
    prefixes: prefixesFor(model, prefixes),
    batchSize: 8,
    concurrency: 1,
    inputBytesMax: Math.ceil(inputTokensMax * 2.5),
    embedBatch: async (texts) => (await (await extractor())(texts, { pooling, normalize: true })).tolist(),
  });
}
