import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';
import { isMemory, type MemoryRef, readMemories } from '../memories/memory-row.ts';
import { orNull } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { nearest } from './nearest.ts';
import { pickPage, rank, type RankedMemory, type Page } from './ranked-memory.ts';
import { score } from './ranking.ts';
import { filterCondition, type SearchFilters } from './search-filters.ts';

interface RelatedOptions {
  ref: MemoryRef;
  /** The model whose vectors are compared; null before the first embedding. */
  model: string | null;
  hasSemanticIndex: boolean;
  /** Least cosine similarity, 0..1, in six digits as scores are: the vector of a duplicate is seldom 1 to the last bit. */
  threshold: number;
  limit: number;
}

/** Equal vectors: an inner product of so many 4-byte floats is short of 1 by some 1e-6, one of 2-byte floats by 3e-5. */
const same = (db: Database): SQL => sql.raw(isEmbedded(db) ? '1 - 2e-6' : '1 - 1e-4');

/**
 * Memories near in meaning to one of them, by the cosine similarity of their embeddings.
 * @returns undefined when the workspace has none of this identifier; nothing related while it has no embedding
 */
export async function listRelatedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { ref, model, hasSemanticIndex, threshold, limit }: RelatedOptions,
): Promise<RankedMemory[] | undefined> {
  // The memory itself is the nearest, and a duplicate may stand before it.
  const near =
    model === null
      ? sql`select null::uuid id, null::float8 cosine where false`
      : nearest(db, workspaceId, { model, passes: undefined, hasSemanticIndex, limit: limit + 1 });
  const rows = await readMemories(db, workspaceId, {
    extra: orNull(rank),
    expressions: sql`
      source as materialized (select m.id from memories m where ${isMemory(workspaceId, ref)}),
      query as materialized (
        select e.embedding v from source join memory_embeddings e
          on e.workspace_id = ${uuid(workspaceId)} and e.memory_id = source.id and e.model = ${model ?? ''}::text),
      near as materialized (${near})`,
    picked: sql`
      select id, 0 place, null::json extra from source
      union all
      select id, place, extra from (${pickPage(
        workspaceId,
        sql`select id, score, 'semantic' match_type
          from (select id, case when cosine >= ${same(db)} then 1 else cosine end score from near) n
          where round(score * 1e6) / 1e6 >= ${threshold}::float8 and id <> (select id from source)`,
        { limit, offset: 0 },
      )}) page`,
  });
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ memory, extra }) => (extra ? [{ memory, extra }] : []));
}

interface ListMemoriesWithFilesOptions extends Page {
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
