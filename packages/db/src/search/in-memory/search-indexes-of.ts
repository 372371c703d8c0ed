import type { Database, WorkspaceId } from '../../database.ts';
import type { RankedPage, SearchMemoriesOptions } from '../ranked-memory.ts';
import type { SearchHorizon } from './search-changes.ts';
import type { SearchIndex } from './search-index.ts';

export interface KeptIndex {
  readonly index: SearchIndex;
  readonly horizon: SearchHorizon;
  readonly version: number;
  /** Looks in a row, up to the last one, that found changes. */
  readonly behind: number;
}

/** Indexes of a process, as searches use them; functions keep none, and load nothing of the ranking in memory. */
export interface KeptIndexes {
  find(workspaceId: WorkspaceId, known: { model: string | null; memoryCount: number }): KeptIndex | undefined;
  canRank(kept: KeptIndex, options: SearchMemoriesOptions): boolean;
  /** See `rankedInMemory`. */
  ranked(
    workspaceId: WorkspaceId,
    kept: KeptIndex,
    options: SearchMemoriesOptions,
    how: { checks: boolean },
  ): RankedPage;
  confirm(kept: KeptIndex): void;
  catchUp(workspaceId: WorkspaceId, version: number): Promise<boolean | undefined>;
}

const indexes = new WeakMap<Database, KeptIndexes>();

export const setSearchIndexes = (db: Database, kept: KeptIndexes): void => void indexes.set(db, kept);

export const searchIndexesOf = (db: Database): KeptIndexes | undefined => indexes.get(db);
