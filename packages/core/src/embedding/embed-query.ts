import type { DegradationReason } from '@memory/contracts';
import type { SemanticQuery, Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { configuredModel, providerOf } from './embedding.ts';
import { searchScale } from './cosine-scale.ts';

export interface EmbeddedQuery {
  /** Null when degraded, and for a query that has nothing to embed. */
  semantic: SemanticQuery | null;
  degraded: boolean;
  reason: DegradationReason | null;
}

/**
 * Embeds a query with the model whose vectors the workspace holds now; in a workspace that has none yet, with the one it
 * will hold. Degraded without a reason where nothing can embed for that model, as after a change of it until all is embedded
 * again. Reasons as decision 25 has them; it never throws.
 */
export async function embedQuery(
  { embedding }: Pick<Services, 'embedding'>,
  workspace: Pick<Workspace, 'embeddingModel' | 'cosineScale'>,
  text: string,
): Promise<EmbeddedQuery> {
  const model = workspace.embeddingModel ?? configuredModel(embedding);
  const provider = model === null ? undefined : providerOf(embedding, model);
  if (model === null || !provider) return { semantic: null, degraded: true, reason: null };
  const result = await provider.embedQuery(text);
  if ('degraded' in result) return { semantic: null, degraded: true, reason: result.degraded };
  const { vector } = result;
  const semantic = vector.length === 0 ? null : { vector, model, scale: searchScale(workspace, model) };
  return { semantic, degraded: false, reason: null };
}
