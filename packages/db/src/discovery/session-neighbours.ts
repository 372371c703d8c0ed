import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** Most memories of the same session, and of other sessions on either side. */
const SAME_SESSION_MAX = sql.raw('10');
const CLOSE_MAX = sql.raw('5');

/** Others of a session that tell what belongs together; what many were stored in, like an import, tells less in proportion. */
const TELLING = sql.raw('5');
/** Others of it that are counted. */
const COUNTED = sql.raw('100');

/** Memories looked at on either side, however many were stored at that time. */
const WALKED = sql.raw('50');

/**
 * `session_neighbour` (me, id, confidence, same): of each of `me` the newest memories of its session, 0.6 where it
 * has few, and those of other sessions that were stored within half an hour, 0.15 down to 0.05: agents of a team work side by side, and what they
 * store has little to do with each other (of 12 such edges nobody wanted one). A memory without a session has none: what
 * merely happened to be stored at the time, an import say, is no context.
 */
export function sessionNeighbours(workspaceId: WorkspaceId): SQL {
  const side = (within: string, order: 'asc' | 'desc') => sql`(
    select x.id, 0.15 - 0.1 * abs(extract(epoch from x.created_at - me.created_at))::float8 / 1800 confidence,
      false same
    from (
      select x.id, x.created_at, x.source_session_id from memories x
      where x.workspace_id = ${uuid(workspaceId)} and ${sql.raw(within)}
      order by x.created_at ${sql.raw(order)} limit ${WALKED}) x
    where x.source_session_id <> me.source_session_id
    order by x.created_at ${sql.raw(order)}, x.id ${sql.raw(order)} limit ${CLOSE_MAX})`;
  return sql`session_neighbour as materialized (
    select me.id me, n.id, n.confidence, n.same from me cross join lateral (
      (select id, 0.6 * least(1, ${TELLING} / (count(*) over ())::float8) confidence, true same
        from (
          select x.id, x.created_at from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.source_session_id = me.source_session_id
            and x.id <> me.id
          order by x.created_at desc, x.id desc limit ${COUNTED}) x
        order by created_at desc, id desc limit ${SAME_SESSION_MAX})
      union all ${side(
        `x.created_at >= me.created_at and x.created_at <= me.created_at + interval '30 minutes'`,
        'asc',
      )}
      union all ${side(
        `x.created_at < me.created_at and x.created_at >= me.created_at - interval '30 minutes'`,
        'desc',
      )}) n
    where me.source_session_id is not null)`;
}
