import type { SearchBody, SearchReply, SearchResult } from '@memory/contracts';
import {
  listMemoriesWithFiles,
  searchMemories as searchMemoryRows,
  type RankedMemory,
  type Workspace,
} from '@memory/db';
import { parseQuery, type Language } from '@memory/text';
import { presentMemory } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/**
 * Memories that match a query, best first: any of its words, each quoted phrase, none of its `-words`.
 * An empty query finds nothing, except with `files` and without `tags` (decision 22).
 */
export async function searchMemories(
  services: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  body: SearchBody,
): Promise<SearchReply> {
  const found = await findMemories(services, workspace, body);
  const results = found.map((ranked): SearchResult => presentResult(ranked, services.settings));
  return {
    count: results.length,
    query: body.query,
    filters: {
      workspace_id: workspace.id,
      memory_types: body.memory_types,
      tags: body.tags,
      min_importance: body.min_importance,
    },
    results,
    degraded: false,
    degradation_reason: null,
    code_graph_available: null,
  };
}

async function findMemories(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  body: SearchBody,
): Promise<RankedMemory[]> {
  const { words, required } = parseQuery(body.query, workspace.language as Language);
  const { limit, offset } = body;
  const filters = {
    memoryTypes: body.memory_types,
    tags: body.tags?.map((tag) => tag.trim()) ?? null,
    files: body.files,
    minImportance: body.min_importance,
    minConfidence: body.min_confidence,
    required,
  };
  if (body.query.trim() === '') {
    if (!body.files?.length || body.tags?.length) return [];
    return listMemoriesWithFiles(db, workspace.id, { filters, limit, offset });
  }
  if (words.length === 0) return [];
  return searchMemoryRows(db, workspace.id, {
    words,
    filters,
    memoryCount: workspace.memoryCount,
    limit,
    offset,
  });
}

function presentResult(
  { memory, extra }: RankedMemory,
  { memoryIdForm }: Pick<Services['settings'], 'memoryIdForm'>,
): SearchResult {
  return {
    memory: presentMemory(memory, memoryIdForm),
    score: extra.score,
    keyword_score: 0,
    semantic_score: 0,
    match_type: extra.match_type,
  };
}
