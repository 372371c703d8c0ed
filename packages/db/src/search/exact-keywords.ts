import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';

/** One distinct word of a query; `lexeme` holds letters and digits only. */
export interface SearchWord {
  lexeme: string;
  /** How often it occurs in the query. */
  n: number;
}

export interface KeywordOptions {
  words: readonly SearchWord[];
  /** The filters, on a row of `memories m`. */
  passes: SQL;
}

/**
 * The keyword side of small workspaces, in which nothing is estimated: every word finds, and frequencies, number and
 * length are counted on the way. Ends with `scored` (id, passes, importance_score, k, coverage) and `best_k`.
 */
export function exactKeywords(workspaceId: WorkspaceId, { words, passes }: KeywordOptions): SQL {
  return sql`
    word as materialized (
      select x.lexeme, x.n, ('''' || x.lexeme || '''')::tsquery query
      from jsonb_to_recordset(${json(words)}) x(lexeme text, n float8)),
    workspace as materialized (
      select count(*)::float8 memories, coalesce(avg(term_count), 1)::real average_length
      from memories where workspace_id = ${uuid(workspaceId)}),
    hit as materialized (
      select m.id, m.importance_score, m.term_count, w.lexeme, t.tf, ${passes} passes
      from word w join memories m on m.workspace_id = ${uuid(workspaceId)} and m.search_text @@ w.query
      cross join lateral (select term_frequency(m.search_text, w.query) tf offset 0) t),
    weighted as materialized (
      select w.lexeme, w.n, s.average_length, i.idf, sum(i.idf) over () total
      from word w cross join workspace s
      left join (select lexeme, count(*)::float8 frequency from hit group by lexeme) f on f.lexeme = w.lexeme
      cross join lateral (
        select ln(1 + (s.memories - coalesce(f.frequency, 0) + 0.5) / (coalesce(f.frequency, 0) + 0.5)) idf) i),
    scored as materialized (
      select id, passes, importance_score, coverage, b * (0.7 + 0.3 * coverage) k
      from (
        select h.id, bool_and(h.passes) passes, min(h.importance_score) importance_score,
          sum(w.idf / w.total) coverage, sum(bm25(w.n, w.idf, h.tf, h.term_count, w.average_length)) b
        from hit h join weighted w on w.lexeme = h.lexeme group by h.id) summed),
    best_k as materialized (select max(k) k from scored)`;
}
