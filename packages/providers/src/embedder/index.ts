export { createEmbedder, type EmbedderConfig } from './create-embedder.ts';
export { EmbedderError, type Embedder, type EmbeddingVector } from './embedder.ts';
export type { QueryEmbedding, QueryEmbeddingOptions, QueryEmbeddingResult } from './query-embedding.ts';
