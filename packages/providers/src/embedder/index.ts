export { createEmbedder, type EmbedderConfig } from './create-embedder.ts';
export { EmbedderError, type Embedder, type EmbeddingVector } from './embedder.ts';
export type { QueryEmbedding } from './query-embedding.ts';
