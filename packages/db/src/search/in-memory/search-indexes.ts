import { AsyncLocalStorage } from 'node:async_hooks';
import { totalmem } from 'node:os';
import type { Database, WorkspaceId } from '../../database.ts';
import { inBackground } from '../../fair-turns.ts';
import { listMemoryIds } from '../../jobs/open-work.ts';
import { readIndexedMemories } from './indexed-memory.ts';
import type { RankedPage, SearchMemoriesOptions } from '../ranked-memory.ts';
import { canRank } from './rank-in-memory.ts';
import { rankedInMemory } from './ranked-in-memory.ts';
import { setSearchIndexes, type KeptIndex, type KeptIndexes } from './search-indexes-of.ts';
import {
  readSearchChanges,
  readWordStatistics,
  type SearchChanges,
  type SearchHorizon,
} from './search-changes.ts';
import { SearchIndex } from './search-index.ts';

/** Changed memories that are read at once, while somebody waits: 60 ms of the embedded engine. */
const PAGE = 500;

/** Memories that an index is made of, read at once: whoever searches meanwhile waits for no more than this. */
const LOADED_PAGE = 125;

/** Changes are kept for a day; an index that has not looked for so long begins anew. */
const TRUSTED_MS = 12 * 60 * 60_000;

/** Changes that are read in a request; of more the index is made anew beside it. */
const CHANGES_MAX = 2_000;

/** Bytes of a memory before anything is known of it: 384 dimensions, and 70 words with their positions. */
const EXPECTED_BYTES = 3_500;

/** How long an index stays that nobody searches. */
const IDLE_MS = 15 * 60_000;

interface Kept {
  index: SearchIndex;
  horizon: SearchHorizon;
  /** How often changes were read into it. */
  version: number;
  behind: number;
  lookedAt: number;
  /** A look at what has changed that has not begun yet: all who ask meanwhile share it. */
  next: Promise<void> | undefined;
  last: Promise<unknown>;
  bytes: number;
  /** Slots when its bytes were counted. */
  countedAt: number;
  idle: NodeJS.Timeout;
}

/**
 * Of all workspaces together, by the machine or the container: on 8 GB some 55,000 memories of 4.6 kB, on 16 GB 110,000. What is
 * larger is searched by the database, which takes three times as long for 100,000.
 */
const BYTES_MAX = Math.max(
  192 * 1_024 * 1_024,
  Math.min(totalmem(), process.constrainedMemory() || Infinity) / 32,
);

interface SearchIndexesOptions {
  /** Of all workspaces together; the least recently searched make room. */
  bytesMax?: number;
}

/**
 * Indexes of workspaces in the memory of a process that lives long, of one database. Whoever searches is handed one that may
 * be behind: the statement that reads the page says so (`unseenChanges`), and `catchUp` reads what has changed.
 */
export class SearchIndexes implements KeptIndexes {
  readonly #db: Database;
  readonly #bytesMax: number;
  readonly #kept = new Map<WorkspaceId, Kept>();
  readonly #loading = new Map<WorkspaceId, Promise<void>>();
  /** Memories of those that turned out to be too large. */
  readonly #refused = new Map<WorkspaceId, number>();
  /** Loading is nobody's request: neither its round trips nor its turns count as a caller's. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(db: Database, { bytesMax = BYTES_MAX }: SearchIndexesOptions = {}) {
    this.#db = db;
    this.#bytesMax = bytesMax;
  }

  /** The index of a workspace; undefined while it has none, which begins to be made unless it is too large. */
  find(
    workspaceId: WorkspaceId,
    { model, memoryCount }: { model: string | null; memoryCount: number },
  ): KeptIndex | undefined {
    const kept = this.#kept.get(workspaceId);
    const isOld = kept && performance.now() - kept.lookedAt > TRUSTED_MS;
    const isOfAnother = kept && model !== null && kept.index.model !== model;
    if (kept && !isOld && !isOfAnother) {
      // Last in the order of the map: the most recently used.
      this.#kept.delete(workspaceId);
      this.#kept.set(workspaceId, kept);
      kept.idle.refresh();
      return kept;
    }
    if (kept) this.#drop(workspaceId);
    const refusedAt = this.#refused.get(workspaceId) ?? Infinity;
    if (memoryCount * EXPECTED_BYTES <= this.#bytesMax && memoryCount < refusedAt)
      this.#load(workspaceId, model);
    return undefined;
  }

  canRank({ index }: KeptIndex, options: SearchMemoriesOptions): boolean {
    return canRank(index, options);
  }

  ranked(...asked: Parameters<KeptIndexes['ranked']>): RankedPage {
    return rankedInMemory(this.#db, ...asked);
  }

  /** Notes that a statement found nothing beyond the horizon. */
  confirm(kept: KeptIndex): void {
    Object.assign(kept, { lookedAt: performance.now(), behind: 0 });
  }

  /**
   * Reads what has changed since. Begins after it was asked for, so that whoever waits has all that was written before.
   * @param version of the index when the caller searched it: others may have read what has changed meanwhile
   * @returns whether anything had; undefined when the index is gone
   */
  async catchUp(workspaceId: WorkspaceId, version: number): Promise<boolean | undefined> {
    const kept = this.#kept.get(workspaceId);
    if (!kept) return undefined;
    kept.next ??= kept.last
      .catch(() => undefined)
      .then(() => {
        kept.next = undefined;
        const look = this.#look(workspaceId, kept);
        kept.last = look;
        return look;
      });
    await kept.next;
    return this.#kept.get(workspaceId) === kept ? kept.version !== version : undefined;
  }

  async loaded(): Promise<void> {
    await Promise.all(this.#loading.values());
  }

  async #look(workspaceId: WorkspaceId, kept: Kept): Promise<void> {
    try {
      const changes = await readSearchChanges(this.#db, workspaceId, {
        horizon: kept.horizon,
        model: kept.index.model,
      });
      if (!changes || changes.ids.length > CHANGES_MAX) {
        this.#drop(workspaceId);
        return;
      }
      await this.#apply(workspaceId, kept.index, changes);
      kept.horizon = changes.horizon;
      kept.lookedAt = performance.now();
      const isBehind = changes.ids.length > 0 || changes.statistics;
      kept.behind = isBehind ? kept.behind + 1 : 0;
      if (isBehind) kept.version += 1;
      this.#measure(workspaceId, kept);
    } catch (error) {
      // An index that was half applied is not to be trusted.
      this.#drop(workspaceId);
      throw error;
    }
  }

  async #apply(
    workspaceId: WorkspaceId,
    index: SearchIndex,
    { ids, memories, statistics }: SearchChanges,
  ): Promise<void> {
    const found = memories ?? [];
    const left = memories ? [] : ids;
    for (let start = 0; start < left.length; start += PAGE)
      found.push(
        ...(await readIndexedMemories(this.#db, workspaceId, {
          model: index.model,
          ids: left.slice(start, start + PAGE),
        })),
      );
    const fresh = statistics ? await readWordStatistics(this.#db, workspaceId) : undefined;
    // At once, so that no search meets half of it.
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) index.remove(id);
    for (const memory of found) index.put(memory);
    if (fresh) index.statistics = fresh;
  }

  #load(workspaceId: WorkspaceId, model: string | null): void {
    if (this.#loading.has(workspaceId)) return;
    const loading = this.#outside(() => inBackground(() => this.#read(workspaceId, model)))
      .catch(() => undefined)
      .finally(() => this.#loading.delete(workspaceId));
    this.#loading.set(workspaceId, loading);
  }

  async #read(workspaceId: WorkspaceId, model: string | null): Promise<void> {
    // Changes after this are read again when they are looked for.
    const begun = await readSearchChanges(this.#db, workspaceId, { horizon: null, model });
    if (!begun) return;
    const index = new SearchIndex(model);
    index.statistics = await readWordStatistics(this.#db, workspaceId);
    for (let after: string | null = null; ;) {
      // By themselves first: to read all of a page by its order, the database sorts all that is left.
      const ids: string[] = await listMemoryIds(this.#db, workspaceId, { after, limit: LOADED_PAGE });
      for (const memory of await readIndexedMemories(this.#db, workspaceId, { model, ids }))
        index.put(memory);
      after = ids.at(-1) ?? null;
      if (ids.length < LOADED_PAGE) break;
      if (index.vectors.bytes > this.#bytesMax) return this.#refuse(workspaceId, index);
    }
    const idle = setTimeout(() => this.#drop(workspaceId), IDLE_MS).unref();
    const kept: Kept = {
      index,
      horizon: begun.horizon,
      version: 0,
      behind: 0,
      lookedAt: performance.now(),
      next: undefined,
      last: Promise.resolve(),
      bytes: 0,
      countedAt: 0,
      idle,
    };
    this.#kept.set(workspaceId, kept);
    this.#measure(workspaceId, kept);
  }

  #measure(workspaceId: WorkspaceId, kept: Kept): void {
    const { slotCount } = kept.index;
    if (slotCount < 1.05 * kept.countedAt) return;
    kept.countedAt = slotCount;
    kept.bytes = kept.index.bytes;
    let bytes = 0;
    for (const other of this.#kept.values()) bytes += other.bytes;
    for (const [id, other] of this.#kept) {
      if (bytes <= this.#bytesMax) return;
      if (id === workspaceId) continue;
      bytes -= other.bytes;
      this.#drop(id);
    }
    if (bytes > this.#bytesMax) this.#refuse(workspaceId, kept.index);
  }

  #refuse(workspaceId: WorkspaceId, { size }: SearchIndex): void {
    this.#refused.set(workspaceId, size);
    this.#drop(workspaceId);
  }

  #drop(workspaceId: WorkspaceId): void {
    clearTimeout(this.#kept.get(workspaceId)?.idle);
    this.#kept.delete(workspaceId);
  }
}

/** From now on searches of this database go by indexes in memory, where there is one. For processes that live long. */
export function keepSearchIndexes(db: Database, options?: SearchIndexesOptions): SearchIndexes {
  const kept = new SearchIndexes(db, options);
  setSearchIndexes(db, kept);
  return kept;
}
