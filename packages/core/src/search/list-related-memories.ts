import type { RelatedQuery, SearchResult } from '@memory/contracts';
import { listRelatedMemories as listRelatedRows, type Workspace } from '@memory/db';
import { memoryNotFound, requireMemoryRef } from '../memories/memory-ref.ts';
import type { Services } from '../services.ts';
import { presentResult } from './present-result.ts';

/**
 * Memories near in meaning to one of them, scored by cosine similarity; none while it has no embedding.
 * @throws not_found
 */
export async function listRelatedMemories(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given, limit, similarity_threshold }: RelatedQuery & { ref: string },
): Promise<SearchResult[]> {
  const related = await listRelatedRows(db, workspace.id, {
    ref: requireMemoryRef(settings.memoryIdForm, given),
    model: workspace.embeddingModel,
    hasSemanticIndex: workspace.hasSemanticIndex,
    threshold: similarity_threshold,
    limit,
  });
  if (!related) throw memoryNotFound(given);
  return related.map((ranked) => presentResult(ranked, settings));
}
