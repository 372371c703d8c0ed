import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories } from '../memories/read-memories.ts';
import { estimatedKeywords } from './estimated-keywords.ts';
import { exactKeywords, type SearchWord } from './exact-keywords.ts';
import { pickPage, type Page, type RankedMemory } from './ranked-memory.ts';
import { filterCondition, type SearchFilters } from './search-filters.ts';

/** Below this many memories counting costs less than the statistics save. */
const ESTIMATED_FROM = 2_000;

/** Rows that words may find: fewer when vectors find the rest. Quality by this number: packages/db/README.md. */
const ROWS_MAX = { hybrid: 5_000, keyword: 20_000 };

export interface SearchMemoriesOptions extends Page {
  words: readonly SearchWord[];
  filters: SearchFilters;
  /** Memories of the workspace at the last refresh of its statistics. */
  memoryCount: number;
}

/**
 * Memories that match a query, best first, ranked and read in one statement:
 * 0.3 × keyword + 0.6 × semantic + 0.1 × importance.
 * @returns at most `limit` memories; pages past the candidates are empty
 */
export function searchMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { words, filters, memoryCount, ...page }: SearchMemoriesOptions,
): Promise<RankedMemory[]> {
  const keywordOptions = { words, passes: filterCondition(filters) ?? sql`true` };
  const keywords =
    memoryCount < ESTIMATED_FROM
      ? exactKeywords(workspaceId, keywordOptions)
      : estimatedKeywords(workspaceId, { ...keywordOptions, rowsMax: ROWS_MAX.keyword, others: undefined });
  return readMemories<RankedMemory['extra']>(db, workspaceId, {
    expressions: sql`${keywords}, ${keywordCandidates}`,
    picked: pickPage(
      workspaceId,
      sql`select id, 0.3 * keyword + 0.1 * importance_score score, 'keyword' match_type from candidate where keyword > 0`,
      page,
    ),
  });
}

const keywordCandidates: SQL = sql`candidate as materialized (
  select s.id, s.importance_score, coalesce(least(1, s.k / nullif(best_k.k, 0)), 0) keyword
  from scored s cross join best_k where s.passes)`;
