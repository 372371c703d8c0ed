import { listNearestMemoryIds, searchMemories, type Workspace } from '@memory/db';
import { parseQuery } from '@memory/text';
import { embedQuery } from '../embedding/embed-query.ts';
import type { Services } from '../services.ts';

/** Least cosine similarity of a seed, as search asks of a semantic match. */
const SIMILARITY_LEAST = 0.15;

/**
 * Memories to explore from: those nearest to the query in meaning; those that hold its words while it cannot be embedded,
 * or where the nearest have no embedding yet.
 * @returns at most `limit` UUIDs, the best first; none for a query that matches nothing
 */
export async function findSeeds(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  { query, limit }: { query: string; limit: number },
): Promise<string[]> {
  const { db } = services;
  if (query.trim() === '') return [];
  const { text, required, ...words } = parseQuery(query, workspace.language, {
    glossary: workspace.glossary,
  });
  const { semantic } = await embedQuery(services, workspace, text);
  const near = semantic
    ? await listNearestMemoryIds(db, workspace.id, {
        semantic,
        threshold: SIMILARITY_LEAST,
        limit,
        hasSemanticIndex: workspace.hasSemanticIndex,
      })
    : [];
  if (near.length > 0 || words.words.length === 0) return near;
  const found = await searchMemories(db, workspace.id, {
    ...words,
    filters: { required },
    semantic: null,
    memoryCount: workspace.memoryCount,
    hasSemanticIndex: false,
    limit,
    offset: 0,
  });
  return found.map(({ memory }) => memory.id);
}
