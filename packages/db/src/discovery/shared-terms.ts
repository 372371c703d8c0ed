import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** A term that more memories hold says little; its holders are walked from the newest on instead of read all. */
const HOLDERS_MAX = sql.raw('500');
const WALKED = sql.raw('50');

/**
 * As many memories may share a term before it counts less: a label that 50 memories bear says a tenth of one that 5 bear. Of 40
 * edges between commits that shared a file of up to 20 of 120, seven were worth having: they changed the file for other reasons.
 */
const TELLING = sql.raw('5');

/** Memories kept, those that share most first, then the newest. */
const FOUND_MAX = sql.raw('20');

/** Holders of a term that is shared by two memories alone. */
const PAIR = sql.raw('2');

/**
 * `<name>` (me, id, shared, alone, size): for each of `me` memories that share entries of a list with it, and how many; common ones count
 * for less than one. `alone`: the lists of the two are the same, and no other memory has anything of it; `size`: entries of the longer list. A file that 10,000 memories hold would cost 18 ms and mean nothing; so it costs 0.2, and what several
 * of `me` hold is looked for once.
 */
export function sharedTerms(workspaceId: WorkspaceId, name: string, list: 'source_files' | 'concepts'): SQL {
  const column = sql.raw(list);
  const term = sql.raw(`${name}_term`);
  const holder = sql.raw(`${name}_holder`);
  return sql`
    ${term} as materialized (
      select t.term, held, held > ${HOLDERS_MAX} common, least(1, ${TELLING} / greatest(held, 1)::float8) weight
      from (select distinct unnest(me.${column}) term from me) t cross join lateral (
        select count(*) held from (
          select from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term] limit ${HOLDERS_MAX} + 1) x) h),
    ${holder} as materialized (
      select t.term, x.* from ${term} t cross join lateral (
        select x.id, x.created_at, x.${column} terms from memories x
        where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term]
        order by x.created_at desc limit case when t.common then ${WALKED} end) x),
    ${sql.raw(name)} as materialized (
      select me, id, shared, alone, size from (
        select p.*, row_number() over (partition by me order by shared desc, created_at desc, id desc) place
        from (
          select p.me, p.id, p.created_at, s.shared,
            s.held <= ${PAIR} and p.own <@ p.terms and p.terms <@ p.own alone,
            greatest(cardinality(p.own), cardinality(p.terms)) size
          from (
            select distinct on (me.id, h.id) me.id me, h.id, h.created_at, h.terms, me.${column} own
            from me join ${holder} h on h.term = any(me.${column})
            where h.id <> me.id order by me.id, h.id) p
          cross join lateral (
            select coalesce(sum(t.weight), 0) shared, max(t.held) held from ${term} t
            where t.term = any(p.own) and t.term = any(p.terms)) s) p) p
      where place <= ${FOUND_MAX})`;
}
