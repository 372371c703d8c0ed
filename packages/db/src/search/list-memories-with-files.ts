import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories } from '../memories/read-memories.ts';
import { uuid } from '../sql-values.ts';
import { pickPage, rank, type Page, type RankedMemory } from './ranked-memory.ts';
import { score } from './ranking.ts';
import { filterCondition, type SearchFilters } from './search-filters.ts';

export interface ListMemoriesWithFilesOptions extends Page {
  filters: SearchFilters;
}

/** A search without words: all that passes the filters, the most important first. */
export function listMemoriesWithFiles(
  db: Database,
  workspaceId: WorkspaceId,
  { filters, ...page }: ListMemoriesWithFilesOptions,
): Promise<RankedMemory[]> {
  const ranked = sql`select m.id, ${score({ importance: sql`m.importance_score` })} score, 'keyword' match_type
    from memories m
    where m.workspace_id = ${uuid(workspaceId)} and ${filterCondition(filters) ?? sql`true`}`;
  return readMemories(db, workspaceId, {
    extra: rank,
    picked: pickPage(workspaceId, ranked, page),
  });
}
