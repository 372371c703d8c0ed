export { createEmbedder, type EmbedderConfig } from './create-embedder.ts';
export { EmbedderError, type Embedder, type EmbeddingKind, type EmbeddingVector } from './embedder.ts';
export {
  createQueryEmbedding,
  type QueryEmbedding,
  type QueryEmbeddingOptions,
  type QueryEmbeddingResult,
} from './query-embedding.ts';
