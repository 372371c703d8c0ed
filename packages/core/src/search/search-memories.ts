import type { SearchBody, SearchReply } from '@memory/contracts';
import {
  listMemoriesWithFiles,
  searchMemories as searchMemoryRows,
  type RankedMemory,
  type Workspace,
} from '@memory/db';
import { isCodeGraphAvailable } from '../code/code-status.ts';
import type { Services } from '../services.ts';
import { prepareSearch, type PreparedSearch, type SearchOptions } from './prepare-search.ts';
import { presentResult } from './present-result.ts';

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

/** The same without a look at the code. */
export async function findMemories(
  services: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  body: SearchBody,
  options: SearchOptions = {},
): Promise<Pick<PreparedSearch, 'degraded' | 'reason'> & { found: RankedMemory[] }> {
  const { kind, options: search, degraded, reason } = await prepareSearch(services, workspace, body, options);
  const state = { degraded, reason };
  switch (kind) {
    case 'nothing':
      return { found: [], ...state };
    case 'files':
      return { found: await listMemoriesWithFiles(services.db, workspace.id, search), ...state };
    default:
      return { found: await searchMemoryRows(services.db, workspace.id, search), ...state };
  }
}
