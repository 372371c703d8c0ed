import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { ALTERNATIVE, constant, RANKING } from '../search/ranking.ts';
import { wordRecords, type SearchWords } from '../search/search-words.ts';
import { joinEmbedding, queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, uuid, uuidArray } from '../sql-values.ts';

/** What speaks for memory `m` being relevant to a query; cosines are 0 where there is no vector. */
const evidence = row({
  id: col.uuid`m.id`,
  /** Share of the query's idf whose words occur in the memory, 0..1. */
  coverage: col.float`coverage`,
  /** Sum of the idf of the query's words that occur in the memory. */
  matched: col.float`coverage * t.idf`,
  /** Cosine of the whole vectors. */
  cosine: col.float`cosine`,
  /** Cosine of the first 128 dimensions, those that the lexical embedder learns; 0 for other models. */
  cosine_learnt: col.float`cosine_learnt`,
  /** Cosine of the dimensions after them. */
  cosine_rest: col.float`cosine_rest`,
  /** Share of the query's idf whose words occur anywhere in the workspace, 0..1. */
  known: col.float`coalesce(t.known / nullif(t.idf, 0), 0)`,
  memories: col.int`s.memories`,
});
export type Evidence = RowOf<typeof evidence>;

export interface EvidenceOptions extends Pick<SearchWords, 'words' | 'alternatives'> {
  ids: readonly string[];
  /** The original query: no feedback has moved it. */
  semantic: SemanticQuery | null;
  /** Memories at the last refresh of the statistics; below 2,000 all is counted anew. */
  memoryCount: number;
}

/** The evidence for some memories of the workspace, in no particular order. */
export function readEvidence(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, words, alternatives, semantic, memoryCount }: EvidenceOptions,
): Promise<Evidence[]> {
  const workspace = uuid(workspaceId);
  const counted = memoryCount < RANKING.estimatedFrom;
  const size = counted
    ? sql`select count(*)::float8 memories from memories where workspace_id = ${workspace}`
    : sql`select memories::float8 from workspace_statistics where workspace_id = ${workspace}`;
  const frequency = counted
    ? sql`select count(*)::float8 df from memories m where m.workspace_id = ${workspace} and m.search_text @@ w.query`
    : sql`select coalesce(max(frequency), 0)::float8 df from lexeme_frequencies f
        where f.workspace_id = ${workspace} and f.lexeme = w.lexeme`;
  const { vector, cosines, embedding } = vectorParts(workspaceId, semantic);
  return query(
    db,
    evidence,
    sql`with word as materialized (
        select x.lexeme, x.alternative, x.query::tsquery query
        from jsonb_to_recordset(${json(wordRecords({ words, alternatives }))})
           x(lexeme text, query text, alternative bool)),
      size as materialized (${size}),
      weighted as materialized (
        select w.query, w.alternative, f.df, ln(1 + (greatest(s.memories - f.df, 0) + 0.5) / (f.df + 0.5)) idf
        from word w cross join size s cross join lateral (${frequency}) f),
      whole as materialized (
        select idf, least(idf, known) known
        from (
          select coalesce(sum(idf) filter (where not alternative), 0) idf,
            coalesce(sum(case when alternative then ${ALTERNATIVE} * idf else idf end) filter (where df > 0), 0) known
          from weighted) summed)
      ${vector}
      select ${evidence.columns}
      from memories m cross join size s cross join whole t
      cross join lateral (
        select least(1, coalesce(sum(case when w.alternative then ${ALTERNATIVE} * w.idf else w.idf end)
          filter (where m.search_text @@ w.query) / nullif(t.idf, 0), 0))::float8 coverage
        from weighted w) c
      ${embedding}
      cross join lateral (select ${cosines}) v
      where m.workspace_id = ${workspace} and m.id = any(${uuidArray(ids)})`,
  );
}

const LEARNT = constant(RANKING.learntDimensions);
const AFTER_LEARNT = constant(RANKING.learntDimensions + 1);

/** `<=>` of a zero vector is NaN, which passes every comparison: it counts as no likeness. */
const cosine = (ours: SQL, theirs: SQL, name: string): SQL =>
  sql`coalesce(nullif(1 - (${ours} <=> ${theirs}), 'NaN'), 0)::float8 ${sql.raw(name)}`;

function vectorParts(workspaceId: WorkspaceId, semantic: SemanticQuery | null) {
  if (!semantic)
    return {
      vector: sql``,
      cosines: sql`0::float8 cosine, 0::float8 cosine_learnt, 0::float8 cosine_rest`,
      embedding: sql``,
    };
  const lexical = semantic.feedback !== 'none';
  const rest = semantic.vector.length - RANKING.learntDimensions;
  const part = (of: SQL, from: SQL, length: SQL) => sql`subvector(${of}, ${from}, ${length})`;
  const ours = sql`e.embedding`;
  const theirs = sql`(select v from query)`;
  const further = (side: Parameters<typeof part>[0]) => part(side, AFTER_LEARNT, sql`${rest}::int`);
  const parts = lexical
    ? sql`${cosine(part(ours, sql`1`, LEARNT), part(theirs, sql`1`, LEARNT), 'cosine_learnt')},
        ${cosine(further(ours), further(theirs), 'cosine_rest')}`
    : sql`0::float8 cosine_learnt, 0::float8 cosine_rest`;
  return {
    vector: sql`, ${queryVector(semantic)}`,
    cosines: sql`${cosine(ours, theirs, 'cosine')}, ${parts}`,
    embedding: joinEmbedding(workspaceId, semantic.model, sql`m.id`),
  };
}
