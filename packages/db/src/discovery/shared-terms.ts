import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** A term that more memories hold says little; its holders are walked from the newest on instead of read all. */
const HOLDERS_MAX = sql.raw('500');
const WALKED = sql.raw('50');

/** Memories kept, those that share most first, then the newest. */
const FOUND_MAX = sql.raw('20');

/**
 * `<name>` (id, shared): memories that share entries of a list with `me`, and how many. A file that 10,000 memories hold
 * would cost 18 ms and mean nothing; so it costs 0.2.
 */
export function sharedTerms(workspaceId: WorkspaceId, name: string, list: 'source_files' | 'concepts'): SQL {
  const column = sql.raw(list);
  const term = sql.raw(`${name}_term`);
  return sql`
    ${term} as materialized (
      select t.term, (
        select count(*) from (
          select from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term] limit ${HOLDERS_MAX} + 1) held
        ) > ${HOLDERS_MAX} common
      from me cross join lateral unnest(me.${column}) t(term)),
    ${sql.raw(name)} as materialized (
      select x.id, (select count(*) from unnest(x.terms) u where u = any(me.${column}))::float8 shared
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
