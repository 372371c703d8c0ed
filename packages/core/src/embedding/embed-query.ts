import type { DegradationReason } from '@memory/contracts';
import type { SemanticQuery, Workspace } from '@memory/db';
import type { Alternative } from '@memory/text';
import type { Services } from '../services.ts';
import { lexicalVersionOf, UNTRAINED_MODEL } from './lexical-model-name.ts';

/** A query's vector, or why there is none. */
export interface EmbeddedQuery {
  /** Null when degraded, and for a query that has nothing to embed. */
  semantic: SemanticQuery | null;
  degraded: boolean;
  reason: DegradationReason | null;
}

const degraded = (reason: DegradationReason | null): EmbeddedQuery => ({
  semantic: null,
  degraded: true,
  reason,
});

/**
 * Embeds a query with the model whose vectors the workspace holds now; in a workspace that has none yet, with the one it
 * will hold. The lexical one also takes what may stand in place of words. Reasons as decision 25 has them; it throws only what the database throws.
 */
export async function embedQuery(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  text: string,
  alternatives: readonly Alternative[] = [],
): Promise<EmbeddedQuery> {
  const { provider, lexicalEmbedders } = embedding;
  if (provider === 'none') return degraded(null);
  const neural = provider === 'lexical' ? null : provider;
  const model = workspace.embeddingModel ?? neural?.embedder.model ?? UNTRAINED_MODEL;
  const version = lexicalVersionOf(model);
  if (version !== undefined) {
    const embedder = await lexicalEmbedders(db, workspace, version);
    if (!embedder) return degraded('embed_timeout');
    const query = embedder.embedQuery(text, alternatives);
    const feedback = embedder.trained ? 'learnt-part' : 'whole';
    return found(query && { vector: query.vector, trust: query.trust, model, feedback });
  }
  // Vectors of a model that is no longer configured: there is nothing to embed the query with.
  if (neural?.embedder.model !== model) return degraded(null);
  const result = await neural.embedQuery(text);
  if ('degraded' in result) return degraded(result.degraded);
  return found(result.vector.length > 0 ? { vector: result.vector, model, feedback: 'none' } : null);
}

const found = (semantic: SemanticQuery | null): EmbeddedQuery => ({
  semantic,
  degraded: false,
  reason: null,
});
