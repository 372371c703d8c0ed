import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';
import { ALTERNATIVE, phraseLift, RANKING, withCoverage, wordsDecide } from './ranking.ts';
import { wordRecords, type SearchWords } from './search-words.ts';

/**
 * `name` (id, term_count, search_text) of a workspace's memories, for words to be looked up in. The index of words holds the places of
 * all workspaces, which are decoded to find those of one: a small one is read instead, once, and costs the same however many others there are.
 */
export const wordedMemories = (name: string, workspaceId: WorkspaceId, memoryCount: number): SQL =>
  sql`${sql.raw(`${name} as ${memoryCount < RANKING.indexedFrom ? '' : 'not '}materialized`)} (
    select id, term_count, search_text from memories where workspace_id = ${uuid(workspaceId)})`;

/**
 * The keyword side of small workspaces, in which nothing is estimated: every word finds, and frequencies, number and
 * length are counted on the way. Ends with `scored` (id, k, coverage), unfiltered, and `best_k`: the most of k, and
 * how far words decide.
 */
export function exactKeywords(workspaceId: WorkspaceId, words: SearchWords, memoryCount: number): SQL {
  const lift = phraseLift(words.lifting, sql`m.search_text`);
  // Nothing here joins two of these expressions: in a new workspace the planner knows no row counts and would nest loops.
  return sql`
    word as materialized (
      select x.i, x.n, x.alternative, x.query::tsquery query
      from jsonb_to_recordset(${json(wordRecords(words))}) x(i int, query text, n float8, alternative bool)),
    ${wordedMemories('worded', workspaceId, memoryCount)},
    workspace as materialized (
      select count(*)::float8 memories, coalesce(avg(term_count), 1)::real average_length from worded),
    hit as materialized (
      select found.*, ln(1 + ((select memories from workspace) - frequency + 0.5) / (frequency + 0.5)) idf
      from (
        select m.id, m.term_count, w.i, w.n, w.alternative, t.tf,
          count(*) over (partition by w.i)::float8 frequency ${lift ? sql`, ${lift} lift` : sql``}
        from word w cross join lateral (
          select * from worded m where m.search_text @@ w.query offset 0) m
        cross join lateral (
          select case when w.alternative then 1 else term_frequency(m.search_text, w.query) end tf offset 0) t) found),
    whole as materialized (
      select coalesce(sum(idf), 0) + (${words.words.length}::int - count(*))
        * ln(1 + ((select memories from workspace) + 0.5) / 0.5) idf
      from (select i, min(idf) idf from hit where not alternative group by i) known),
    scored as materialized (
      select id, coverage, ${withCoverage(sql`b`, sql`coverage`)} ${lift ? sql`* lift` : sql``} k
      from (
        select id, ${lift ? sql`min(lift) lift,` : sql``}
          least(1, sum(case when alternative then ${ALTERNATIVE} * idf else idf end)
             / (select idf from whole)) coverage,
          sum(bm25(n, idf, tf, term_count, (select average_length from workspace))) b
        from hit group by id) summed),
    best_k as materialized (
      select max(k) k, ${wordsDecide(sql`max(coverage)`, sql`(select idf from whole)`)} decides from scored)`;
}
