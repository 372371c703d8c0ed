import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { vectorValue } from '../embedding/vector-value.ts';
import { uuid } from '../sql-values.ts';
import { constant, RANKING, score } from './ranking.ts';
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

/** \`believed\` (trust), from \`best_k\`: how far the vector is believed beside what the words say. */
export const believedTrust = ({ trust = 1 }: Pick<SemanticQuery, 'trust'>): SQL => {
  const { matched, power } = RANKING.trust;
  return sql`believed as materialized (
    select ${trust}::float8 * coalesce(least(1, ${constant(matched)} / nullif(matched, 0)), 1)
      ^ (${constant(power)} * greatest(0, 1 - 2 * ${trust}::float8)) trust
    from best_k)`;
};

const BELIEVED = sql.raw('(select trust from believed)');

/**
 * From `believed` and `candidate` (id, importance_score, keyword, embedding, cosine) to `direct` (id, score, match_type): the semantic
 * score is the cosine with the query, moved towards the five best candidates by the cube of what they score, which keeps
 * a clear first hit from being diluted. What the vector is not believed, the words say.
 */
export function directMatches({ feedback, trust = 1 }: Pick<SemanticQuery, 'feedback' | 'trust'>): SQL {
  const measured = feedback === 'none' ? sql`cosine` : sql`-(embedding <#> (select v from moved))`;
  const likeness = sql`coalesce(greatest(0, ${measured}), 0)`;
  const semantic = trust === 1 ? likeness : sql`${BELIEVED} * ${likeness} + (1 - ${BELIEVED}) * keyword`;
  return sql`${feedback === 'none' ? sql`` : sql`${movedQuery(feedback)},`}
    direct as materialized (
      select id, ${score({ keyword: sql`keyword`, semantic: sql`semantic`, importance: sql`importance_score` })} score,
        case
          when keyword > 0 and cosine >= ${constant(RANKING.combinedCosine)} then 'combined'
          when keyword > 0 then 'keyword' else 'semantic' end match_type
      from (
        select id, importance_score, keyword, cosine, ${semantic} semantic
        from candidate offset 0) measured
      where keyword > 0 or semantic > 0)`;
}

function movedQuery(feedback: 'learnt-part' | 'whole'): SQL {
  const { weights, feedback: rule } = RANKING;
  const learnt = constant(RANKING.learntDimensions);
  const cubed = sql`s ^ ${constant(rule.power)}`;
  const sum =
    feedback === 'whole'
      ? sql`sum(embedding * array_fill(weight, array[vector_dims(embedding)])::vector)`
      : sql`sum(embedding * (array_fill(2 * weight, array[${learnt}])
          || array_fill(0::real, array[vector_dims(embedding) - ${learnt}]))::vector)`;
  return sql`moved as materialized (
    select l2_normalize((select v from query) + ${sum}) v
    from (
      select embedding, (${BELIEVED} * coalesce(${cubed} / nullif(sum(${cubed}) over (), 0), 0))::real weight
      from (
        select embedding,
          ${constant(weights.keyword)} * keyword + ${constant(weights.semantic)} * greatest(cosine, 0) s
        from candidate where embedding is not null order by s desc, id
        limit ${constant(rule.among)}) best) weighed)`;
}

/**
 * `derived` (id, score, match_type): memories that the ten best direct matches have an edge of at least 0.5 with, at
 * most 50, scored like the others but without words.
 * @param passes the filters on a row of `memories m`, tags left out
 * @param trust how far the vector is believed
 * @param isDirect whether `n.id` is a direct match already
 */
export function derivedMatches(
  workspaceId: WorkspaceId,
  { model, feedback }: Pick<SemanticQuery, 'model' | 'feedback'>,
  passes: SQL,
  trust: SQL = BELIEVED,
  isDirect: SQL = sql`exists (select from direct d where d.id = n.id)`,
): SQL {
  const { derived } = RANKING;
  const towards = sql.raw(feedback === 'none' ? 'query' : 'moved');
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
        semantic: sql`${trust} * coalesce(greatest(0, -(e.embedding <#> (select v from ${towards}))), 0)`,
        importance: sql`m.importance_score`,
      })} score
      from neighbour n ${joinMemory(workspaceId, sql`n.id`)}
      ${joinEmbedding(workspaceId, model, sql`m.id`)}
      where ${passes})`;
}

/** What `directMatches` and `derivedMatches` found. */
export const DIRECT_AND_DERIVED = sql.raw(
  'select id, score, match_type from direct union all select id, score, match_type from derived',
);
