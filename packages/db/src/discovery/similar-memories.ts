import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { indexedType } from '../search/nearest.ts';
import { json, nullable, uuid } from '../sql-values.ts';
import type { Neighbour } from './kept-vectors.ts';

/** Most similar memories that get an edge. */
export const SIMILAR_MAX = 5;
const LIMIT = sql.raw(`${SIMILAR_MAX}`);

export interface SimilarOptions {
  model: string | null;
  hasSemanticIndex: boolean;
  /** Candidates that are known already; undefined: the vectors of the workspace are looked at. */
  neighbours: readonly Neighbour[] | undefined;
}

/**
 * `similar_memory` (me, id, cosine): the nearest of each of `me` that has a vector, by inner product, which of unit vectors
 * is the cosine.
 */
export function similarMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { model, hasSemanticIndex, neighbours }: SimilarOptions,
): SQL {
  const vectors = sql`e.workspace_id = ${uuid(workspaceId)} and e.model = ${nullable(model, 'text')}`;
  if (neighbours)
    return sql`similar_memory as materialized (
      select me, id, cosine from (
        select n.me, n.id, n.cosine, row_number() over (partition by n.me order by n.cosine desc, n.id) place
        from (
          select me.id me, e.id, e.cosine
          from jsonb_to_recordset(${json(neighbours)}) n(me uuid, id uuid) join me on me.id = n.me
          cross join lateral (
            select e.memory_id id, -(e.embedding <#> me.embedding) cosine from memory_embeddings e
            where ${vectors} and e.memory_id = n.id and e.memory_id <> me.id limit 1) e
          where me.embedding is not null) n) n
      where place <= ${LIMIT})`;
  const type = hasSemanticIndex && model !== null ? sql`::${indexedType(db, model)}` : sql``;
  return sql`similar_memory as materialized (
      select me.id me, n.id, n.cosine from me cross join lateral (
        select e.memory_id id, -(e.embedding <#> me.embedding) cosine from memory_embeddings e
        where ${vectors} and e.memory_id <> me.id
        order by (e.embedding${type}) <#> (me.embedding${type}) limit ${LIMIT}) n
      where me.embedding is not null)`;
}
