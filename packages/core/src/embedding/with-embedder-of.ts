import type { Services } from '../services.ts';
import { lexicalVersionOf } from './lexical-model-name.ts';

/**
 * The services with the embedder whose vectors a model has: the built-in one for its own models, whatever is configured.
 * While searches use its vectors, new memories need one too, or nobody would find them.
 */
export function withEmbedderOf<Needed extends Pick<Services, 'embedding'>>(
  services: Needed,
  model: string | null,
): Needed {
  if (model === null || lexicalVersionOf(model) === undefined) return services;
  return { ...services, embedding: { ...services.embedding, provider: 'lexical' } };
}
