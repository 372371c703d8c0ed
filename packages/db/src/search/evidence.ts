import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { constant, RANKING } from './ranking.ts';
import { wordRecords, type SearchWords } from './search-words.ts';
import { joinEmbedding } from './semantic-expressions.ts';
import { vectorValue } from '../embedding/vector-value.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** What speaks for memory `m` being relevant to a query; cosines are 0 where there is no vector. */
export interface Evidence {
  /** Share of the query's idf whose words occur in the memory, 0..1. */
  coverage: number;
  /** Sum of the idf of the query's words that occur in the memory. */
  matched: number;
  /** Cosine of the whole vectors. */
  cosine: number;
  /** Cosine of the first 128 dimensions, those that the lexical embedder learns; 0 for other models. */
  cosineLearnt: number;
  /** Cosine of the dimensions after them. */
  cosineRest: number;
  /** Share of the query's idf whose words occur anywhere in the workspace, 0..1. */
  known: number;
  memories: number;
}

/**
 * What an alternative of a word counts as evidence. More than in the order, where it stands behind the very words: with
 * 0.5 of the story's 40 questions in other words 13 have their answer behind the gate, with 0.75 14, without a glossary 6;
 * of those without an answer no more are answered.
 */
const ALTERNATIVE = constant(0.75);

const DIGITS = constant(6);
const short = (value: SQL): SQL => sql`round((${value})::numeric, ${DIGITS})`;

/** Numbers without names: a hundred of them travel in one row of the Data API, beside the identifiers. */
const numbers = col.json<number[]>()`json_build_array(${sql.join(
  [
    sql`c.coverage`,
    sql`c.coverage * t.idf`,
    sql`v.cosine`,
    sql`v.cosine_learnt`,
    sql`v.cosine_rest`,
    sql`coalesce(t.known / nullif(t.idf, 0), 0)`,
  ].map(short),
  sql`, `,
)}, s.memories)`;

export const evidenceRow = row({ numbers });

export function readEvidence([
  coverage = 0,
  matched = 0,
  cosine = 0,
  cosineLearnt = 0,
  cosineRest = 0,
  known = 0,
  memories = 0,
]: readonly number[]): Evidence {
  return { coverage, matched, cosine, cosineLearnt, cosineRest, known, memories };
}

export interface EvidenceOptions extends Pick<SearchWords, 'words' | 'alternatives'> {
  /** The original query: no feedback has moved it. */
  semantic: SemanticQuery | null;
  /** Memories at the last refresh of the statistics; below 2,000 all is counted anew. */
  memoryCount: number;
}

/** Common table expressions, and joins to memory `m` with which `evidenceRow` can be selected. */
export function evidenceParts(
  db: Database,
  workspaceId: WorkspaceId,
  { words, alternatives, semantic, memoryCount }: EvidenceOptions,
): { expressions: SQL; joins: SQL } {
  const workspace = uuid(workspaceId);
  const counted = memoryCount < RANKING.estimatedFrom;
  const size = counted
    ? sql`select count(*)::float8 memories from memories where workspace_id = ${workspace}`
    : sql`select memories::float8 from workspace_statistics where workspace_id = ${workspace}`;
  const frequency = counted
    ? sql`select count(*)::float8 df from memories m where m.workspace_id = ${workspace} and m.search_text @@ w.query`
    : sql`select coalesce(max(frequency), 0)::float8 df from lexeme_frequencies f
        where f.workspace_id = ${workspace} and f.lexeme = w.lexeme`;
  const { vector, cosines, embedding } = vectorParts(db, workspaceId, semantic);
  return {
    expressions: sql`judged_word as materialized (
        select x.lexeme, x.alternative, x.query::tsquery query
        from jsonb_to_recordset(${json(wordRecords({ words, alternatives }))})
           x(lexeme text, query text, alternative bool)),
      judged_size as materialized (${size}),
      judged_weight as materialized (
        select w.query, w.alternative, f.df, ln(1 + (greatest(s.memories - f.df, 0) + 0.5) / (f.df + 0.5)) idf
        from judged_word w cross join judged_size s cross join lateral (${frequency}) f),
      judged_whole as materialized (
        select idf, least(idf, known) known
        from (
          select coalesce(sum(idf) filter (where not alternative), 0) idf,
            coalesce(sum(case when alternative then ${ALTERNATIVE} * idf else idf end) filter (where df > 0), 0) known
          from judged_weight) summed)
      ${vector}`,
    joins: sql`cross join judged_size s cross join judged_whole t
      cross join lateral (
        select least(1, coalesce(sum(case when w.alternative then ${ALTERNATIVE} * w.idf else w.idf end)
          filter (where m.search_text @@ w.query) / nullif(t.idf, 0), 0))::float8 coverage
        from judged_weight w) c
      ${embedding}
      cross join lateral (select ${cosines}) v`,
  };
}

const LEARNT = constant(RANKING.learntDimensions);
const AFTER_LEARNT = constant(RANKING.learntDimensions + 1);

/** `<=>` of a zero vector is NaN, which passes every comparison: it counts as no likeness. */
const cosine = (ours: SQL, theirs: SQL, name: string): SQL =>
  sql`coalesce(nullif(1 - (${ours} <=> ${theirs}), 'NaN'), 0)::float8 ${sql.raw(name)}`;

function vectorParts(db: Database, workspaceId: WorkspaceId, semantic: SemanticQuery | null) {
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
  const theirs = sql`(select v from judged_query)`;
  const further = (side: Parameters<typeof part>[0]) => part(side, AFTER_LEARNT, sql`${rest}::int`);
  const parts = lexical
    ? sql`${cosine(part(ours, sql`1`, LEARNT), part(theirs, sql`1`, LEARNT), 'cosine_learnt')},
        ${cosine(further(ours), further(theirs), 'cosine_rest')}`
    : sql`0::float8 cosine_learnt, 0::float8 cosine_rest`;
  return {
    vector: sql`, judged_query as materialized (select ${vectorValue(db, semantic.vector)} v)`,
    cosines: sql`${cosine(ours, theirs, 'cosine')}, ${parts}`,
    embedding: joinEmbedding(workspaceId, semantic.model, sql`m.id`),
  };
}
