import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { vectorValue } from '../embedding/vector-value.ts';
import { uuid } from '../sql-values.ts';
import { constant, likeness, RANKING, score, semanticScore } from './ranking.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** The query's vector, once: later expressions read it as `(select v from query)`. */
export const queryVector = (db: Database, { vector }: SemanticQuery): SQL =>
  sql`query as materialized (select ${vectorValue(db, vector)} v)`;

/** Inner product with the query; every stored vector is a unit vector, so this is the cosine, at a third of its cost. */
export const COSINE = sql.raw(`-(e.embedding <#> (select v from query))`);

/**
 * Joins the embedding of `id` as `e`. Looked up for each: in a workspace that the planner knows nothing of yet it would
 * read all vectors for each row (1,400 memories: 190 ms instead of 13).
 */
export const joinEmbedding = (workspaceId: WorkspaceId, model: string, id: SQL): SQL =>
  sql`left join lateral (
    select e.embedding from memory_embeddings e
    where e.workspace_id = ${uuid(workspaceId)} and e.memory_id = ${id} and e.model = ${model}::text
      offset 0) e on true`;

/** Joins the row of `id` in `memories` as `m`, in the same way. */
export const joinMemory = (workspaceId: WorkspaceId, id: SQL): SQL =>
  sql`cross join lateral (
    select * from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id = ${id} offset 0) m`;

/** From `candidate` (id, importance_score, keyword, likeness) to `direct` (id, score, match_type). */
export const DIRECT_MATCHES = sql`direct as materialized (
    select id, ${score({
      keyword: sql`keyword`,
      semantic: semanticScore(sql`keyword`, sql`likeness`),
      importance: sql`importance_score`,
    })} score,
      case when keyword > 0 and likeness > 0 then 'combined' when keyword > 0 then 'keyword' else 'semantic' end match_type
    from candidate where keyword > 0 or likeness > 0)`;

/**
 * `derived` (id, score, match_type): memories that the ten best direct matches have an edge of at least 0.5 with, at
 * most 50, scored like the others but without words.
 * @param passes the filters on a row of `memories m`, tags left out
 * @param isDirect whether `n.id` is a direct match already
 */
export function derivedMatches(
  workspaceId: WorkspaceId,
  { model, scale }: Pick<SemanticQuery, 'model' | 'scale'>,
  passes: SQL,
  isDirect: SQL = sql`exists (select from direct d where d.id = n.id)`,
): SQL {
  const { derived } = RANKING;
  const side = (from: 'source_id' | 'target_id', to: 'source_id' | 'target_id') =>
    sql`(select r.${sql.raw(to)} id, r.confidence from relationships r
      where r.workspace_id = ${uuid(workspaceId)} and r.${sql.raw(from)} = best.id
        and r.confidence >= ${constant(derived.confidence)}
      order by r.confidence desc limit ${constant(derived.edges)})`;
  return sql`
    neighbour as materialized (
      select n.id
      from (select id from direct order by score desc, id limit ${constant(derived.from)}) best
      cross join lateral (
        ${side('source_id', 'target_id')} union all ${side('target_id', 'source_id')}) n
      where not ${isDirect}
      group by n.id order by max(n.confidence) desc, n.id limit ${constant(derived.most)}),
    derived as (
      select m.id, 'semantic' match_type, ${score({
        semantic: semanticScore(null, sql`coalesce(${likeness(COSINE, scale)}, 0)`),
        importance: sql`m.importance_score`,
      })} score
      from neighbour n ${joinMemory(workspaceId, sql`n.id`)}
      ${joinEmbedding(workspaceId, model, sql`m.id`)}
      where ${passes})`;
}

/** Results of `DIRECT_MATCHES` and `derivedMatches`. */
export const DIRECT_AND_DERIVED = sql.raw(
  'select id, score, match_type from direct union all select id, score, match_type from derived',
);
