import type { DegradationReason, SearchBody, SearchReply } from '@memory/contracts';
import {
  listMemoriesWithFiles,
  searchMemories as searchMemoryRows,
  type RankedMemory,
  type Workspace,
} from '@memory/db';
import { parseQuery } from '@memory/text';
import { isCodeGraphAvailable } from '../code/is-code-graph-available.ts';
import { embedQuery } from '../embedding/embed-query.ts';
import type { Services } from '../services.ts';
import { filtersOf } from './filters-of.ts';
import { presentResult } from './present-result.ts';

export interface SearchOptions {
  /** Narrows to memories with a tag that begins with one of them. */
  tagPrefixes?: readonly string[] | null;
  /** Each quoted phrase must occur. */
  exact?: boolean;
}

/**
 * Memories that match a query, best first: any of its words; quotes and dashes count as `parseQuery` has them.
 * An empty query finds nothing, except with `files` and without `tags` (decision 22).
 */
export async function searchMemories(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  body: SearchBody,
  options: SearchOptions = {},
): Promise<SearchReply> {
  const [{ found, degraded, reason }, hasCode] = await Promise.all([
    findMemories(services, workspace, body, options),
    isCodeGraphAvailable(services, workspace, body.query),
  ]);
  const results = found.map((ranked) => presentResult(ranked, services.settings));
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
    degraded,
    degradation_reason: reason,
    code_graph_available: hasCode,
  };
}

interface Findings {
  found: RankedMemory[];
  degraded: boolean;
  reason: DegradationReason | null;
}

const whole = (found: RankedMemory[]): Findings => ({ found, degraded: false, reason: null });

async function findMemories(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  body: SearchBody,
  { tagPrefixes = null, exact = false }: SearchOptions,
): Promise<Findings> {
  const { text, required, ...words } = parseQuery(body.query, workspace.language, {
    exact,
  });
  const { limit, offset } = body;
  const filters = { ...filtersOf(body, tagPrefixes), required };
  if (body.query.trim() === '') {
    if (!body.files?.length || body.tags?.length) return whole([]);
    return whole(await listMemoriesWithFiles(services.db, workspace.id, { filters, limit, offset }));
  }
  const { semantic, ...state } = body.use_semantic
    ? await embedQuery(services, workspace, text, words.alternatives)
    : { semantic: null, degraded: false, reason: null };
  if (words.words.length === 0 && !semantic) return { found: [], ...state };
  const { memoryCount, hasSemanticIndex } = workspace;
  const options = { ...words, filters, semantic, memoryCount, hasSemanticIndex, limit, offset };
  return { found: await searchMemoryRows(services.db, workspace.id, options), ...state };
}
