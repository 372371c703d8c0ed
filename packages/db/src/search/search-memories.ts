import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories } from '../memories/memory-row.ts';
import { uuid } from '../sql-values.ts';
import { estimatedKeywords } from './estimated-keywords.ts';
import { exactKeywords } from './exact-keywords.ts';
import { searchIndexesOf } from './in-memory/search-indexes-of.ts';
import { nearest } from './nearest.ts';
import {
  pickPage,
  rank,
  type RankedMemory,
  type RankedPage,
  type SearchMemoriesOptions,
} from './ranked-memory.ts';
import { likeness, RANKING, score } from './ranking.ts';
import { filterCondition } from './search-filters.ts';
import { readerOf } from './readers.ts';
import {
  COSINE,
  derivedMatches,
  DIRECT_AND_DERIVED,
  DIRECT_MATCHES,
  joinEmbedding,
  joinMemory,
  queryVector,
} from './semantic-expressions.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** The share of its k in the best k: by words alone the first hit has 1. */
const keywordScore = (semantic: SemanticQuery | null): SQL =>
  sql.raw(
    `case when best_k.k > 0 then least(1, coalesce(s.k, 0) / best_k.k)${semantic ? ' * best_k.decides' : ''} else 0 end`,
  );

/**
 * Memories that match a query, best first, ranked by `RANKING` and read in one statement.
 * @returns at most `limit` memories; pages past the candidates are empty
 */
export function searchMemories(
  db: Database,
  workspaceId: WorkspaceId,
  options: SearchMemoriesOptions,
): Promise<RankedMemory[]> {
  const read = (from: Database, ranked: RankedPage) =>
    readMemories(from, workspaceId, { extra: rank, ...ranked });
  return rankMemories(read, db, workspaceId, options);
}

/** After so many looks in a row that found changes, the next search looks before it reads a page in vain. */
const OFTEN_BEHIND = 2;

/**
 * Ranks by the index of the workspace in this process where there is one, by the database alone otherwise, on a reader where there is
 * one: the one place where that is chosen. One round trip; three more when others have written since the last search, two where they do all the time.
 * @param read reads the page in one statement
 */
export async function rankMemories<Found>(
  read: (from: Database, ranked: RankedPage) => Promise<Found[]>,
  db: Database,
  workspaceId: WorkspaceId,
  options: SearchMemoriesOptions,
): Promise<Found[]> {
  const indexes = searchIndexesOf(db);
  const { semantic, memoryCount } = options;
  const kept = indexes?.find(workspaceId, { model: semantic?.model ?? null, memoryCount });
  if (indexes && kept && indexes.canRank(kept, options)) {
    const { version } = kept;
    const looksFirst = kept.behind >= OFTEN_BEHIND;
    if (!looksFirst) {
      const found = await read(db, indexes.ranked(workspaceId, kept, options, { checks: true }));
      if (found.length > 0) {
        indexes.confirm(kept);
        return found;
      }
    }
    // Either nothing matches, or something has been written that the index does not know yet.
    const changed = await indexes.catchUp(workspaceId, version);
    if (changed === false && !looksFirst) return [];
    if (changed !== undefined && indexes.canRank(kept, options))
      return read(db, indexes.ranked(workspaceId, kept, options, { checks: false }));
  }
  return read(readerOf(db), rankedByDatabase(db, workspaceId, options));
}

/** Vectors and words are read by the statement: all of them, or through the workspace's HNSW index. */
function rankedByDatabase(
  db: Database,
  workspaceId: WorkspaceId,
  options: SearchMemoriesOptions,
): RankedPage {
  const { semantic, filters } = options;
  const { expressions, ranked } = semantic
    ? {
        expressions: sql`${queryVector(db, semantic)}, ${candidates(db, workspaceId, options)},
          ${DIRECT_MATCHES},
          ${derivedMatches(workspaceId, semantic, filterCondition({ ...filters, tags: null }) ?? sql`true`)}`,
        ranked: DIRECT_AND_DERIVED,
      }
    : {
        expressions: candidates(db, workspaceId, options),
        ranked: sql`select id, ${score({ keyword: sql`keyword`, importance: sql`importance_score` })} score,
          'keyword' match_type
          from candidate where keyword > 0`,
      };
  return { expressions, picked: pickPage(workspaceId, ranked, options) };
}

/** `candidate` (id, importance_score, keyword and, with a vector, likeness) after the filters. */
function candidates(
  db: Database,
  workspaceId: WorkspaceId,
  { filters, semantic, memoryCount, hasSemanticIndex, ...words }: SearchMemoriesOptions,
): SQL {
  const passes = filterCondition(filters);
  const measured = semantic
    ? {
        columns: sql`, coalesce(${likeness(COSINE, semantic.scale)}, 0) likeness`,
        join: (id: SQL) => joinEmbedding(workspaceId, semantic.model, id),
      }
    : { columns: sql``, join: () => sql`` };
  if (memoryCount < RANKING.estimatedFrom)
    return sql`${exactKeywords(workspaceId, words, memoryCount)},
      candidate as materialized (
        select m.id, m.importance_score, ${keywordScore(semantic)} keyword ${measured.columns}
        from (
          select id, max(k) k
          from (select id, k from scored ${semantic ? withEmbedding(workspaceId, semantic) : sql``}) f group by id) s
        cross join best_k ${joinMemory(workspaceId, sql`s.id`)}
        ${measured.join(sql`m.id`)}
        where ${passes ?? sql`true`})`;
  const keywords = estimatedKeywords(workspaceId, {
    words,
    passes,
    rowsMax: semantic ? RANKING.rowsMax.hybrid : RANKING.rowsMax.keyword,
    others: semantic
      ? nearest(db, workspaceId, {
          model: semantic.model,
          passes,
          hasSemanticIndex,
          limit: RANKING.candidates.vector,
        })
      : undefined,
  });
  return sql`${keywords},
    candidate as materialized (
      select s.id, s.importance_score, ${keywordScore(semantic)} keyword ${measured.columns}
      from scored s cross join best_k ${measured.join(sql`s.id`)} where s.wanted)`;
}

const withEmbedding = (workspaceId: WorkspaceId, { model }: SemanticQuery): SQL =>
  sql`union all select memory_id, null from memory_embeddings
    where workspace_id = ${uuid(workspaceId)} and model = ${model}::text`;
