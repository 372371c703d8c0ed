import type { Embedding } from './embedding.ts';

/** The model that all workspaces should have their vectors of. */
export const configuredModel = ({ provider }: Embedding): { model: string } | 'lexical' | 'none' =>
  typeof provider === 'string' ? provider : { model: provider.embedder.model };
