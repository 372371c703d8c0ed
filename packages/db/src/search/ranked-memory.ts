import { sql, type SQL } from 'drizzle-orm';
import { MATCH_TYPES } from '@memory/contracts';
import type { WorkspaceId } from '../database.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import type { SearchFilters } from './search-filters.ts';
import type { SearchWords } from './search-words.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** Why memory `r` stands where it stands. */
export const rank = row({
  /** 0..1, six digits. */
  score: col.float`score`,
  match_type: col.oneOf(...MATCH_TYPES)`match_type`,
});

export interface RankedMemory {
  memory: MemoryRow;
  extra: RowOf<typeof rank>;
}

export interface Page {
  limit: number;
  offset: number;
}

/**
 * Picks a page of `ranked`, which has `id`, `score` and `match_type`. Scores that are equal in six digits count as equal:
 * among them a superseded memory comes last, then the id decides, so that pages neither repeat nor skip.
 */
export function pickPage(workspaceId: WorkspaceId, ranked: SQL, { limit, offset }: Page): SQL {
  // Only what can still come onto the page is looked up among the superseded.
  return sql`select id, (row_number() over (order by score desc, superseded, id))::int place,
      ${rank.json} extra
    from (
      select t.*, exists (
        select from relationships s where s.workspace_id = ${uuid(workspaceId)} and s.target_id = t.id
          and s.relationship_type = 'supersedes') superseded
      from (
        select r.*, rank() over (order by r.score desc) place
        from (select id, round(score * 1e6) / 1e6 score, match_type from (${ranked}) given) r) t
      where t.place <= ${limit}::bigint + ${offset}::bigint) near
    order by score desc, superseded, id limit ${limit}::int offset ${offset}::int`;
}

export interface SearchMemoriesOptions extends Page, SearchWords {
  filters: SearchFilters;
  /** Null ranks by keyword and importance alone. */
  semantic: SemanticQuery | null;
  /** Memories of the workspace at the last refresh of its statistics. */
  memoryCount: number;
  hasSemanticIndex: boolean;
}

/** The page of a search, and what it is picked from, before the memories themselves are read. */
export interface RankedPage {
  expressions: SQL;
  picked: SQL;
  /** See `PLANNED_ONCE`. */
  plannedOnce?: boolean;
}
