import type { Embedding, EmbeddingProvider } from '@memory/core';
import {
  createEmbedder,
  type Embedder,
  type EmbedderConfig,
  type QueryEmbedding,
} from '@memory/providers/embedder';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import { once } from '@memory/providers/once';
import { findTable } from '@memory/text/table-model';
import type { Config } from './config.ts';

/** The embedder of the settings. @throws naming the setting that is missing */
export function configuredEmbedding(config: Config): Embedding {
  const { EMBEDDER: embedder } = config;
  const table = providerOf(createTableEmbedder());
  const builtIn = findTable() ? table : null;
  if (embedder === 'none') return { provider: 'none', builtIn };
  if (embedder === 'table') return { provider: table, builtIn };
  const provider = providerOf(createEmbedder(embedderConfig(config, embedder)));
  if (embedder === 'ollama' || embedder === 'transformers') return { provider, builtIn };
  return { provider: { ...provider, tokensPerDay: config.EMBEDDER_TOKENS_PER_DAY }, builtIn };

  function providerOf(made: Embedder): EmbeddingProvider {
    return { embedder: made, embedQuery: queryEmbedding(made, config.EMBEDDER_QUERY_TIMEOUT_MS) };
  }
}

/** Loaded with the first search: its cache and its breaker are 30 kB, and most functions never search. */
function queryEmbedding(embedder: Embedder, timeoutMs: number): QueryEmbedding {
  const load = once(async () =>
    (await import('@memory/providers/embedder/query-embedding')).createQueryEmbedding(embedder, {
      timeoutMs,
    }),
  );
  return async (text) => (await load())(text);
}

function embedderConfig(
  config: Config,
  provider: Exclude<Config['EMBEDDER'], 'table' | 'none'>,
): EmbedderConfig {
  const { EMBEDDER_DIMENSIONS: dimensions, EMBEDDER_API_KEY: apiKey } = config;
  const required = <Value>(value: Value | undefined, name: string): Value => {
    if (value === undefined) throw new Error(`${name} must be set for EMBEDDER=${provider}.`);
    return value;
  };
  const model = () => required(config.EMBEDDER_MODEL, 'EMBEDDER_MODEL');
  const baseUrl = () => required(config.EMBEDDER_URL, 'EMBEDDER_URL');
  const known = () => required(dimensions, 'EMBEDDER_DIMENSIONS');
  switch (provider) {
    case 'bedrock-titan':
      return { provider, model: config.EMBEDDER_MODEL, dimensions: oneOf([256, 512, 1024], dimensions) };
    case 'bedrock-cohere':
      return { provider, model: model(), dimensions: oneOf([256, 512, 1024, 1536], dimensions) };
    case 'openai':
      return {
        provider: 'openai-compatible',
        model: model(),
        baseUrl: baseUrl(),
        apiKey,
        dimensions: known(),
      };
    case 'ollama':
      return { provider, model: model(), baseUrl: baseUrl(), apiKey, dimensions: known() };
    default:
      return { provider, modelFolder: model(), dimensions: known() };
  }
}

function oneOf<Value extends number>(
  allowed: readonly Value[],
  given: number | undefined,
): Value | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((value) => value === given);
  if (found === undefined)
    throw new Error(`EMBEDDER_DIMENSIONS must be one of ${allowed.join(', ')} for this model.`);
  return found;
}
