import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId, Database } from '../database.ts';
import { indexedType } from '../search/nearest.ts';
import { nullable, uuid, json } from '../sql-values.ts';
import type { Neighbour } from './kept-vectors.ts';

export type Ground =
  | {
      method: 'file_overlap' | 'concept_overlap';
      /** How much: an entry that is common, or one of many, counts for less than one. */
      shared: SQL;
    }
  /** The same session, or one close in time. */
  | { method: 'session_context'; same: boolean };

export interface LikenessOptions {
  model: string | null;
  /** Least cosine of a `similar_to` edge: how near is near differs between models. */
  threshold: number;
  needsLikeness: boolean;
}

/** Whether heuristics give a type; others come from a model, from people, or from the comparison of versions. */
export const isHeuristic = (type: string): SQL =>
  sql.raw(
    `(${type} in ('references', 'related_to') or ${type} = 'similar_to' and r.discovery_method = 'embedding_similarity')`,
  );

/** Parts of the threshold that a pair needs beside what it shares: all of it where that tells nothing, less the more it tells. */
const SHARED = sql.raw('0.4');
const SAME_SESSION = sql.raw('0.5');
const CLOSE_SESSION = sql.raw('0.8');

/** Words that are common to a pair and to few others: the root of the number of memories at most. */
const WORDS = sql.raw('2');

/** Characters of a text that names a commit, and says nothing of it. */
const BARE = sql.raw('60');

/**
 * Whether two memories are similar by the cosine of their vectors. Two that have little more than their titles (`Revert …`, `Drop …`)
 * look alike by a word or two, and have to be half as far from the same text as others may be.
 */
export function isSimilar(
  workspaceId: WorkspaceId,
  { threshold, needsLikeness }: LikenessOptions,
  { cosine, pair }: { cosine: SQL; pair: string },
): SQL {
  const bare = sql`(${cosine} >= ${(1 + threshold) / 2}::float8 or exists (
    select from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id in (${sql.raw(pair)})
      and char_length(m.narrative) >= ${BARE}))`;
  return sql`(${cosine} >= ${threshold}::float8 ${needsLikeness ? sql`and ${bare}` : sql``})`;
}

/** Least cosine of a pair that shares something. */
export function likenessNeeded({ threshold }: LikenessOptions, ground: Ground): SQL {
  const part =
    ground.method !== 'session_context'
      ? sql`(1 - ${SHARED} * least(1, ${ground.shared}))`
      : ground.same
        ? SAME_SESSION
        : CLOSE_SESSION;
  return sql`(${threshold}::float8 * ${part})`;
}

/**
 * Whether memories `s` and `t` of an edge `r` that was found are still as alike as what they share asks for; true where it cannot
 * be told, and of an edge that somebody has looked at: one with a type that no heuristic gives.
 */
export function isLike(workspaceId: WorkspaceId, options: LikenessOptions): SQL {
  if (!options.needsLikeness) return sql`true`;
  const vector = (alias: string) => sql`${sql.raw(alias)}.workspace_id = ${uuid(workspaceId)}
    and ${sql.raw(alias)}.model = ${nullable(options.model, 'text')}`;
  const needed = (ground: Ground) => likenessNeeded(options, ground);
  return sql`(not ${isHeuristic('r.relationship_type')} or coalesce((
      select -(e.embedding <#> f.embedding) from memory_embeddings e join memory_embeddings f on ${vector('f')}
        and f.memory_id = r.target_id
      where ${vector('e')} and e.memory_id = r.source_id) >= case
        when r.discovery_method <> 'session_context' then ${needed({ method: 'file_overlap', shared: sql.raw('1') })}
        when s.source_session_id = t.source_session_id then ${needed({ method: 'session_context', same: true })}
        else ${needed({ method: 'session_context', same: false })} end, true))`;
}

/**
 * Whether memories `me` and `f` of a pair have words in common that few memories have and no path or label of theirs: what
 * they share is part of their vectors and would speak for itself. Of 47 pairs of fzf's commits that shared files and were alike 18
 * had fewer than two such words, and at most two of these were worth reading together.
 */
export const shareTellingWords = (workspaceId: WorkspaceId): SQL => sql`(
  select count(*) >= ${WORDS} from (
    select from (
      select a.search_text said, b.search_text heard, lower(regexp_replace(
        array_to_string(a.source_files || b.source_files || a.concepts || b.concepts, ' '), '[^[:alnum:] ]', '', 'g')) names
      from memories a join memories b on b.workspace_id = a.workspace_id and b.id = f.id
      where a.workspace_id = ${uuid(workspaceId)} and a.id = me.id offset 0) p
    cross join lateral (
      select unnest(tsvector_to_array(p.said)) intersect select unnest(tsvector_to_array(p.heard))) l(lexeme)
    left join lexeme_frequencies q on q.workspace_id = ${uuid(workspaceId)} and q.lexeme = l.lexeme
    where position(left(l.lexeme, greatest(length(l.lexeme) - 1, 4)) in p.names) = 0
      and coalesce(q.frequency, 1) <= (
        select sqrt(w.memories) from workspace_statistics w where w.workspace_id = ${uuid(workspaceId)})
    limit ${WORDS}) t)`;

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
