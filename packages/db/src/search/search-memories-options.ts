import type { SQL } from 'drizzle-orm';
import type { Page } from './ranked-memory.ts';
import type { SearchFilters } from './search-filters.ts';
import type { SearchWords } from './search-words.ts';
import type { SemanticQuery } from './semantic-query.ts';

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
