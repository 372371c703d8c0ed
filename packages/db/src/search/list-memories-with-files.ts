import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories } from '../memories/read-memories.ts';
import { uuid } from '../sql-values.ts';
import { pickPage, type Page, type RankedMemory } from './ranked-memory.ts';
import { filterCondition, type SearchFilters } from './search-filters.ts';

export interface ListMemoriesWithFilesOptions extends Page {
  filters: SearchFilters;
}

/** A search without words: all that passes the filters, the most important first (decision 22). */
export function listMemoriesWithFiles(
  db: Database,
  workspaceId: WorkspaceId,
  { filters, ...page }: ListMemoriesWithFilesOptions,
): Promise<RankedMemory[]> {
  const ranked = sql`select m.id, 0.1 * m.importance_score score, 'keyword' match_type from memories m
    where m.workspace_id = ${uuid(workspaceId)} and ${filterCondition(filters) ?? sql`true`}`;
  return readMemories<RankedMemory['extra']>(db, workspaceId, {
    picked: pickPage(workspaceId, ranked, page),
  });
}
