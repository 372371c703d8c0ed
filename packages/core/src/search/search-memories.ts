import type { DegradationReason, SearchBody, SearchReply } from '@memory/contracts';
import {
  listMemoriesWithFiles,
  searchMemories as searchMemoryRows,
  type RankedMemory,
  type Workspace,
} from '@memory/db';
import { parseQuery, type Language } from '@memory/text';
import { isCodeGraphAvailable } from '../code/is-code-graph-available.ts';
import { embedQuery } from '../embedding/embed-query.ts';
import type { Services } from '../services.ts';
import { presentResult } from './present-result.ts';

/**
 * Memories that match a query, best first: any of its words, each quoted phrase, none of its `-words`.
 * An empty query finds nothing, except with `files` and without `tags` (decision 22).
 * @param tagPrefixes narrows to memories with a tag that begins with one of them
 */
export async function searchMemories(
  services: Pick<Services, 'db' | 'settings' | 'embedding'>,
  workspace: Workspace,
  body: SearchBody,
  { tagPrefixes = null }: { tagPrefixes?: readonly string[] | null } = {},
): Promise<SearchReply> {
  const [{ found, degraded, reason }, hasCode] = await Promise.all([
    findMemories(services, workspace, body, tagPrefixes),
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
  tagPrefixes: readonly string[] | null,
): Promise<Findings> {
  const { words, text, required } = parseQuery(body.query, workspace.language as Language);
  const { limit, offset } = body;
  const filters = {
    memoryTypes: body.memory_types,
    tags: body.tags?.map((tag) => tag.trim()) ?? null,
    tagPrefixes,
    files: body.files,
    minImportance: body.min_importance,
    minConfidence: body.min_confidence,
    required,
  };
  if (body.query.trim() === '') {
    if (!body.files?.length || body.tags?.length) return whole([]);
    return whole(await listMemoriesWithFiles(services.db, workspace.id, { filters, limit, offset }));
  }
  const { semantic, ...state } = body.use_semantic
    ? await embedQuery(services, workspace, text)
    : { semantic: null, degraded: false, reason: null };
  if (words.length === 0 && !semantic) return { found: [], ...state };
  const { memoryCount, hasSemanticIndex } = workspace;
  const options = { words, filters, semantic, memoryCount, hasSemanticIndex, limit, offset };
  return { found: await searchMemoryRows(services.db, workspace.id, options), ...state };
}
