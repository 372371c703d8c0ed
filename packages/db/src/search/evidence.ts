import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { wordedMemories } from './exact-keywords.ts';
import { constant, likeness, RANKING } from './ranking.ts';
import { wordRecords, type SearchWords } from './search-words.ts';
import { joinEmbedding } from './semantic-expressions.ts';
import { vectorValue } from '../embedding/vector-value.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** Evidence that memory `m` is relevant to a query; likeness is 0 where the query has no vector. */
export interface Evidence {
  /** Share of the query's idf whose words occur in the memory, 0..1. */
  coverage: number;
  /** Sum of the idf of the query's words that occur in the memory. */
  matched: number;
  /** Of the vectors, 0..1. */
  likeness: number;
  memories: number;
}

/**
 * Weight of a word's alternative as evidence. More than in the order, where it stands behind the very words: with
 * 0.5 of the story's 40 questions in other words 13 have their answer behind the gate, with 0.75 14, without a glossary 6;
 * of those without an answer no more are answered.
 */
const ALTERNATIVE = constant(0.75);

const DIGITS = constant(6);
const short = (value: SQL): SQL => sql`round((${value})::numeric, ${DIGITS})`;

/** Numbers without names: a hundred of them travel in one row of the Data API, beside the identifiers. */
const numbers = col.json<number[]>()`json_build_array(${sql.join(
  [sql`c.coverage`, sql`c.coverage * t.idf`, sql`v.likeness`].map(short),
  sql`, `,
)}, s.memories)`;

export const evidenceRow = row({ numbers });

export function readEvidence([
  coverage = 0,
  matched = 0,
  alike = 0,
  memories = 0,
]: readonly number[]): Evidence {
  return { coverage, matched, likeness: alike, memories };
}

export interface EvidenceOptions extends Pick<SearchWords, 'words' | 'alternatives'> {
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
    ? sql`select count(*)::float8 memories from judged_memory`
    : sql`select memories::float8 from workspace_statistics where workspace_id = ${workspace}`;
  const frequency = counted
    ? sql`select count(*)::float8 df from judged_memory m where m.search_text @@ w.query`
    : sql`select coalesce(max(frequency), 0)::float8 df from lexeme_frequencies f
        where f.workspace_id = ${workspace} and f.lexeme = w.lexeme`;
  return {
    expressions: sql`judged_word as materialized (
        select x.lexeme, x.alternative, x.query::tsquery query
        from jsonb_to_recordset(${json(wordRecords({ words, alternatives }))})
           x(lexeme text, query text, alternative bool)),
      ${counted ? sql`${wordedMemories('judged_memory', workspaceId, memoryCount)},` : sql``}
      judged_size as materialized (${size}),
      judged_weight as materialized (
        select w.query, w.alternative, ln(1 + (greatest(s.memories - f.df, 0) + 0.5) / (f.df + 0.5)) idf
        from judged_word w cross join judged_size s cross join lateral (${frequency}) f),
      judged_whole as materialized (
        select coalesce(sum(idf) filter (where not alternative), 0) idf from judged_weight)
      ${semantic ? sql`, judged_query as materialized (select ${vectorValue(db, semantic.vector)} v)` : sql``}`,
    joins: sql`cross join judged_size s cross join judged_whole t
      cross join lateral (
        select least(1, coalesce(sum(case when w.alternative then ${ALTERNATIVE} * w.idf else w.idf end)
          filter (where m.search_text @@ w.query) / nullif(t.idf, 0), 0))::float8 coverage
        from judged_weight w) c
      ${semantic ? joinEmbedding(workspaceId, semantic.model, sql`m.id`) : sql``}
      cross join lateral (select ${semantic ? likenessOf(semantic) : sql`0::float8`} likeness) v`,
  };
}

/** A memory that was stored a moment ago has no vector yet: half its coverage stands in, so that it is not silent until then. */
const likenessOf = ({ scale }: SemanticQuery): SQL =>
  sql`case when e.embedding is null then c.coverage / 2
    else ${likeness(sql`-(e.embedding <#> (select v from judged_query))`, scale)} end`;
