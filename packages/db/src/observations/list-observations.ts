import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSession } from '../sessions/session-row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Observation `o`. */
const observationColumns = {
  id: col.uuid`o.id`,
  event_id: col.text.orNull`o.event_id`,
  kind: col.text.orNull`o.kind`,
  tool_name: col.text.orNull`o.tool_name`,
  files: col.textList`o.files`,
  content: col.text`o.content`,
  occurred_at: col.timestamp`o.occurred_at`,
  created_at: col.timestamp`o.created_at`,
  is_processed: col.bool`o.processed_at is not null`,
};

const observationRow = row(observationColumns);
export type ObservationRow = RowOf<typeof observationRow>;

/** How many observations session `t` has. */
const OBSERVATION_COUNT = col.int.orNull`t.observation_count`;

/**
 * A page of a session's observations, the oldest first, and how many there are in all; undefined when the workspace has
 * no such session.
 */
export async function listObservations(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, limit, offset }: { sessionId: string; limit: number; offset: number },
): Promise<{ count: number; observations: ObservationRow[] } | undefined> {
  // The session itself is the first row: it tells an unknown session from one without observations.
  const [head, ...page] = await readWhole(db, {
    body: observationRow,
    extra: OBSERVATION_COUNT,
    expressions: sql`target as materialized (select s.* from sessions s where ${isSession(workspaceId, sessionId)})`,
    selection: sql`select t.id, 1 place, to_json(${OBSERVATION_COUNT.json}) extra, 'null'::json body from target t
      union all
      (select o.id, (row_number() over (order by o.occurred_at, o.id) - ${offset}::int + 1)::int place,
        null::json extra, ${observationRow.json} body
      from target t join observations o on o.workspace_id = t.workspace_id and o.session_row_id = t.id
      order by o.occurred_at, o.id limit ${limit}::int offset ${offset}::int)`,
    again: (ids) => sql`select o.id, (row_number() over (order by u.place))::int place, null::json extra,
      ${observationRow.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join observations o on o.workspace_id = ${uuid(workspaceId)} and o.id = u.id`,
  });
  return head && { count: head.extra ?? 0, observations: page.map(({ body }) => body) };
}

export interface SessionObservationsOptions {
  /** Internal id of the session. */
  sessionRowId: string;
  unprocessedOnly: boolean;
  limit: number;
  /** Characters of a content that are read. */
  contentMax: number;
}

const PAGE = 500;

/** What a session's summary is made from, the oldest first; read in pages. */
export async function listSessionObservations(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionRowId, unprocessedOnly, limit, contentMax }: SessionObservationsOptions,
): Promise<ObservationRow[]> {
  const shortened = row({
    ...observationColumns,
    content: col.text`left(o.content, ${contentMax}::int)`,
  });
  const listed: ObservationRow[] = [];
  while (listed.length < limit) {
    const wanted = Math.min(PAGE, limit - listed.length);
    const last = listed.at(-1);
    const after = last
      ? sql`and (o.occurred_at, o.id) > (${timestampText(last.occurred_at)}, ${uuid(last.id)})`
      : sql``;
    const page = await readWhole(db, {
      body: shortened,
      selection: sql`select o.id, (row_number() over (order by o.occurred_at, o.id))::int place, null::json extra,
          ${shortened.json} body
        from observations o
        where o.workspace_id = ${uuid(workspaceId)} and o.session_row_id = ${uuid(sessionRowId)} ${after}
          ${unprocessedOnly ? sql`and o.processed_at is null` : sql``}
        order by o.occurred_at, o.id limit ${wanted}::int`,
      again: (
        ids,
      ) => sql`select o.id, (row_number() over (order by u.place))::int place, null::json extra, ${shortened.json} body
        from unnest(${uuidArray(ids)}) with ordinality u(id, place)
        join observations o on o.workspace_id = ${uuid(workspaceId)} and o.id = u.id`,
    });
    listed.push(...page.map(({ body }) => body));
    if (page.length < wanted) break;
  }
  return listed;
}

/** A timestamp as the database wrote it, microseconds included: a Date would lose them. */
const timestampText = (text: string): SQL => sql`${text}::timestamptz`;
