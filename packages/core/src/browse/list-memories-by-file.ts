import { normalizeFilePath, type SearchReply } from '@memory/contracts';
import { listMemoriesOfFile, type Workspace } from '@memory/db';
import { presentResult } from '../search/present-result.ts';
import type { Services } from '../services.ts';

/** Memories of a file by its path or a part of it, in the form of a search without words (decision 23). */
export async function listMemoriesByFile(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { filePath, limit, offset }: { filePath: string; limit: number; offset: number },
): Promise<SearchReply> {
  const path = normalizeFilePath(filePath);
  const found = await listMemoriesOfFile(db, workspace.id, {
    path,
    project: workspace.project,
    limit,
    offset,
  });
  return {
    count: found.length,
    query: '',
    filters: { workspace_id: workspace.id, memory_types: null, tags: null, min_importance: null },
    results: found.map((ranked) => presentResult(ranked, settings)),
    degraded: false,
    degradation_reason: null,
    code_graph_available: null,
  };
}
