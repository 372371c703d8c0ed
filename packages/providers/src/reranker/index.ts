export { createReranker, type Reranker } from './create-reranker.ts';
