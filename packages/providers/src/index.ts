export { ProviderError } from './provider-error.ts';
export * from './embedder/index.ts';
export * from './reranker/index.ts';
export * from './text-generator/index.ts';
export * from './job-queue/index.ts';
export * from './object-store/index.ts';
