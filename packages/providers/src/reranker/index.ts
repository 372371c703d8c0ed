export { createReranker, type RerankerConfig } from './create-reranker.ts';
export { RerankerError, type Reranker } from './reranker.ts';
