export { createReranker, RerankerError, type Reranker } from './create-reranker.ts';
