export { createReranker, type RerankerConfig, RerankerError, type Reranker } from './create-reranker.ts';
