import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';
import { ALTERNATIVE, constant, phraseLift, RANKING, withCoverage, wordsDecide } from './ranking.ts';
import { wordRecords, type SearchWords } from './search-words.ts';
import { joinMemory } from './semantic-expressions.ts';

export interface EstimatedKeywordOptions {
  words: SearchWords;
  /** The filters, on a row of `memories m`; undefined when nothing narrows. */
  passes: SQL | undefined;
  /** Words find candidates from the rarest on, while their frequencies add up to at most this; the rarest always does. */
  rowsMax: number;
  /** Selects `id` of candidates found otherwise, which pass the filters and get a k too. */
  others: SQL | undefined;
}

/**
 * The keyword side by the statistics kept of the workspace: rare words find candidates, all words score them.
 * Ends with `scored` (id, wanted, importance_score, k, coverage), of which those wanted pass the filters, and `best_k`: the most of
 * k, and how far words decide.
 */
export function estimatedKeywords(
  workspaceId: WorkspaceId,
  { words, passes, rowsMax, others }: EstimatedKeywordOptions,
): SQL {
  const k = withCoverage(sql`b`, sql`c`);
  const lift = phraseLift(words.lifting, sql`m.search_text`);
  return sql`
    word as materialized (
      select x.lexeme, x.n, x.alternative, x.query::tsquery query, s.average_length, coalesce(f.frequency, 0) frequency,
        -- As float8: these few numbers enter every product below, and numeric costs a conversion each time.
        ln(1 + (greatest(s.memories - coalesce(f.frequency, 0), 0) + 0.5)
          / (coalesce(f.frequency, 0) + 0.5))::float8 idf
      from workspace_statistics s cross join jsonb_to_recordset(${json(wordRecords(words))})
        x(lexeme text, query text, n float8, alternative bool)
      left join lateral (
        select frequency from lexeme_frequencies f
        where f.workspace_id = ${uuid(workspaceId)} and f.lexeme = x.lexeme offset 0) f on true
      where s.workspace_id = ${uuid(workspaceId)}),
    q as materialized (
      select *, sum(idf) filter (where not alternative) over () total,
        case when alternative then ${ALTERNATIVE} * idf else idf end covers,
        sum(frequency) over (order by frequency, lexeme) <= ${rowsMax}::int
        or frequency = (select min(frequency) from word where frequency > 0) generates
      from word),
    hit as materialized (
      select m.id, ${passes ?? sql`true`} passes, q.covers / q.total share,
        bm25(q.n, q.idf, t.tf, m.term_count, q.average_length) b
      from q cross join lateral (
        -- The rarest word of a query may stand in every third memory of a million.
        select * from memories m
        where m.workspace_id = ${uuid(workspaceId)} and m.search_text @@ q.query
        limit ${constant(RANKING.rowsMax.keyword)} offset 0) m
      cross join lateral (
        select case when q.alternative then 1 else term_frequency(m.search_text, q.query) end tf offset 0) t
      where q.generates),
    ranked as materialized (
      select *, row_number() over (order by ${k} desc, id) place
        ${passes ? sql`, row_number() over (partition by passes order by ${k} desc, id) passing_place` : sql``}
      from (select id, ${passes ? sql`bool_and(passes)` : sql`true`} passes, sum(b) b, least(1, sum(share)) c
        from hit group by id) summed),
    found as (
      select id, bool_or(wanted) wanted, min(place) place, coalesce(max(b), 0) b, coalesce(max(c), 0) c
      from (
        select id, passes
             and ${sql.raw(passes ? 'passing_place' : 'place')} <= ${constant(RANKING.candidates.keyword)} wanted,
          place, b, c
        from ranked
        ${others ? sql`union all select id, true, null, null, null from (${others}) o` : sql``}) f
      group by id having bool_or(wanted) or min(place) <= ${constant(RANKING.bestAmong)}),
    scored as materialized (
      select m.id, f.wanted, f.place, m.importance_score, least(1, f.c + o.c) coverage,
        ${withCoverage(sql`(f.b + o.b)`, sql`least(1, f.c + o.c)`)} ${lift ? sql`* ${lift}` : sql``} k
      from found f ${joinMemory(workspaceId, sql`f.id`)}
      cross join lateral (
        select coalesce(sum(bm25(n, idf, tf, m.term_count, average_length)), 0) b,
          coalesce(sum(covers * least(tf, 1) / total), 0) c
        from (
          select q.*, case when alternative then (m.search_text @@ q.query)::int
            else term_frequency(m.search_text, q.query) end tf from q where not generates offset 0) t) o),
    best_k as materialized (
      select max(k) k, ${wordsDecide(sql`max(coverage)`, sql`(select max(total) from q)`)} decides
      from scored where place <= ${constant(RANKING.bestAmong)})`;
}
