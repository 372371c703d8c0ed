import { sql, type SQL } from 'drizzle-orm';
import { ALTERNATIVE_WEIGHT } from './search-words.ts';
import type { CosineScale } from './semantic-query.ts';

/**
 * How a search ranks. The statement is made from these numbers, and so is the search in memory. The two constants of BM25, k1 1.2
 * and b 0.25, stand in the SQL function `bm25` of the schema.
 */
export const RANKING = {
  weights: { keyword: 0.3, semantic: 0.6, importance: 0.1 },
  /** The k of a memory is its BM25 times `base` + `coverage` × the share of the query's idf whose words it holds. */
  coverage: { base: 0.7, share: 0.3 },
  /** The k of a memory that holds all quoted phrases of the query rises by this share of itself, of one in two by half of it. */
  phraseLift: 0.3,
  /** The semantic score is made of the likeness of the vectors and, by this share, of the keyword score. */
  words: 0.315,
  /**
   * Beside a vector the keyword score is multiplied by the square of the share of the query's idf that one memory covers at most: where
   * words cover little of the query, the vector decides. Of a query of more idf than this, which is three rare words, so much is a whole one.
   */
  wholeQuery: 10,
  /** From so many memories on frequencies are those of the statistics; below, counting costs less than they save. */
  estimatedFrom: 2_000,
  /** From so many memories on words are looked up in the index of all workspaces; below, the workspace is read. */
  indexedFrom: 500,
  /** Rows that words may find: fewer when vectors find the rest. Quality by this number: packages/db/README.md. */
  rowsMax: { hybrid: 5_000, keyword: 20_000 },
  /** Candidates by vector, and by keyword, that get all of their score. */
  candidates: { vector: 400, keyword: 200 },
  /** First candidates, unfiltered, whose best k every other is measured by; so keyword scores ignore filters and pages. */
  bestAmong: 50,
  /** Memories on an edge from the best direct matches are matches too. */
  derived: { from: 10, confidence: 0.5, edges: 50, most: 50 },
} as const;

/** A number of ours inside a statement: not a parameter, so that the plan knows it. */
export const constant = (value: number): SQL => sql.raw(String(value));

/** Weight of a word's alternative in coverage. */
export const ALTERNATIVE = constant(ALTERNATIVE_WEIGHT);

/** The score of a memory; what is left out counts as 0. */
export function score(of: { keyword?: SQL; semantic?: SQL; importance: SQL }): SQL {
  const { keyword, semantic, importance } = RANKING.weights;
  const parts = [
    ...(of.keyword ? [sql`${constant(keyword)} * ${of.keyword}`] : []),
    ...(of.semantic ? [sql`${constant(semantic)} * ${of.semantic}`] : []),
    sql`${constant(importance)} * ${of.importance}`,
  ];
  return sql.join(parts, sql` + `);
}

/**
 * The factor by which quoted phrases lift a memory; null when there are none.
 * @param lifting tsqueries of the phrases
 * @param text the memory's search text
 */
export function phraseLift(lifting: readonly string[], text: SQL): SQL | null {
  if (lifting.length === 0) return null;
  const held = lifting.map((phrase) => sql`(${text} @@ ${phrase}::text::tsquery)::int`);
  return sql`(1 + ${constant(RANKING.phraseLift)} * (${sql.join(held, sql` + `)})::float8 / ${lifting.length}::int)`;
}

/** The likeness of two texts, 0..1, by the cosine of their vectors. */
export const likeness = (cosine: SQL, { floor, top }: CosineScale): SQL =>
  sql`least(1, greatest(0, (${cosine} - ${floor}::float8) / ${top - floor}::float8))`;

export const semanticScore = (keyword: SQL | null, alike: SQL): SQL =>
  sql`(${keyword ? sql`${constant(RANKING.words)} * ${keyword} + ` : sql``}${constant(1 - RANKING.words)} * ${alike})`;

/** How far words decide beside a vector, 0..1, by the most that a memory covers of the query, whose idf is `whole`. */
export const wordsDecide = (coverage: SQL, whole: SQL): SQL =>
  sql`power(least(1, ${coverage} * greatest(1, ${whole} / ${constant(RANKING.wholeQuery)}::float8)), 2)`;

/** BM25 and coverage as one number. */
export const withCoverage = (bm25: SQL, coverage: SQL): SQL =>
  sql`${bm25} * (${constant(RANKING.coverage.base)} + ${constant(RANKING.coverage.share)} * ${coverage})`;
