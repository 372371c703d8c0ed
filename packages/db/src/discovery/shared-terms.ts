import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** A term that more memories hold says little; its holders are walked from the newest on instead of read all. */
const HOLDERS_MAX = sql.raw('500');
const WALKED = sql.raw('50');

/**
 * As many memories may share a term before it counts less: a label that 50 memories bear says a tenth of one that 5 bear.
 * What touches the same file belongs together longer.
 */
const TELLING = { concepts: sql.raw('5'), source_files: sql.raw('20') };

/** Memories kept, those that share most first, then the newest. */
const FOUND_MAX = sql.raw('20');

/**
 * `<name>` (id, shared): memories that share entries of a list with `me`, and how many; common ones count for less than one. A file that 10,000 memories hold
 * would cost 18 ms and mean nothing; so it costs 0.2.
 */
export function sharedTerms(workspaceId: WorkspaceId, name: string, list: 'source_files' | 'concepts'): SQL {
  const column = sql.raw(list);
  const term = sql.raw(`${name}_term`);
  return sql`
    ${term} as materialized (
      select t.term, held > ${HOLDERS_MAX} common, least(1, ${TELLING[list]} / greatest(held, 1)::float8) weight
      from me cross join lateral unnest(me.${column}) t(term) cross join lateral (
        select count(*) held from (
          select from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term] limit ${HOLDERS_MAX} + 1) x) h),
    ${sql.raw(name)} as materialized (
      select x.id, (select coalesce(sum(t.weight), 0) from ${term} t where t.term = any(x.terms)) shared
      from me cross join (
        select x.id, x.created_at, x.${column} terms from memories x
        where x.workspace_id = ${uuid(workspaceId)}
          and x.${column} && (select coalesce(array_agg(term), '{}') from ${term} where not common)
        union
        select x.* from ${term} t cross join lateral (
          select x.id, x.created_at, x.${column} terms from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term]
          order by x.created_at desc limit ${WALKED}) x
        where t.common) x
      where x.id <> me.id
      order by shared desc, x.created_at desc, x.id desc limit ${FOUND_MAX})`;
}
