import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { readWhole, sizedBody } from '../read-whole.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSession } from '../sessions/session-row.ts';
import { json, timestamp, uuid, uuidArray } from '../sql-values.ts';

export interface NewObservation {
  id: string;
  /** The sender's own id of the event: a second one of the same session is passed over. */
  event_id: string | null;
  kind: string | null;
  tool_name: string | null;
  files: readonly string[];
  content: string;
  occurred_at: Date;
}

interface InsertObservationsOptions {
  sessionId: string;
  observations: readonly NewObservation[];
  at: Date;
  /** When the sweep looks at a session that has ended and gets observations nevertheless. */
  lateSummaryDueAt: Date;
}

const outcome = row({
  sessions: col.int`(select count(*) from target)`,
  accepted: col.int`(select count(*) from kept)`,
});

/** @returns how many were new; undefined when the workspace has no such session */
export async function insertObservations(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, observations, at, lateSummaryDueAt }: InsertObservationsOptions,
): Promise<number | undefined> {
  const [written] = await query(db, outcome)`with target as materialized (
        select s.workspace_id, s.id from sessions s where ${isSession(workspaceId, sessionId)}),
      input as materialized (
        select i.*, row_number() over () place from jsonb_to_recordset(${json(observations)}) as i(
          id uuid, event_id text, kind text, tool_name text, files text[], content text, occurred_at timestamptz)),
      kept as (
        insert into observations (workspace_id, id, session_row_id, event_id, kind, tool_name, files, content,
          occurred_at, created_at)
        select t.workspace_id, i.id, t.id, i.event_id, i.kind, i.tool_name, i.files, i.content, i.occurred_at,
          ${timestamp(at)}
        from target t cross join input i order by i.place
        on conflict do nothing returning 1),
      alive as (
        update sessions s set last_sign_of_life = greatest(s.last_sign_of_life, ${timestamp(at)}),
          observation_count = s.observation_count + (select count(*)::int from kept),
          summary_due_at = case when s.is_active or not exists (select from kept) then s.summary_due_at
            else coalesce(s.summary_due_at, ${timestamp(lateSummaryDueAt)}) end
        from target t where s.workspace_id = t.workspace_id and s.id = t.id)
      select ${outcome.columns}`;
  return written && written.sessions > 0 ? written.accepted : undefined;
}

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

/** About the bytes of observation `o`. */
const SIZE = sql.raw('octet_length(o.content)');

const bodiesAgain = (workspaceId: WorkspaceId, ids: readonly string[], body: SQL): SQL =>
  sql`select o.id, null::json extra, ${sizedBody(SIZE, body)}
    from unnest(${uuidArray(ids)}) with ordinality u(id, place)
    join observations o on o.workspace_id = ${uuid(workspaceId)} and o.id = u.id
    window places as (order by u.place)`;

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
    selection: sql`select t.id, to_json(${OBSERVATION_COUNT.json}) extra, 1 place, 0 size, 'null'::json body from target t
      union all
      select id, extra, place + 1, size, body from (
        select o.id, null::json extra, ${sizedBody(SIZE, observationRow.json)}
        from (
          select o.* from target t join observations o on o.workspace_id = t.workspace_id and o.session_row_id = t.id
          order by o.occurred_at, o.id limit ${limit}::int offset ${offset}::int) o
        window places as (order by o.occurred_at, o.id)) page`,
    sized: true,
    again: (ids) => bodiesAgain(workspaceId, ids, observationRow.json),
  });
  return head && { count: head.extra ?? 0, observations: page.map(({ body }) => body) };
}

interface SessionObservationsOptions {
  sessionRowId: string;
  unprocessedOnly: boolean;
  limit: number;
  /** Characters of a content that are read. */
  contentMax: number;
}

const PAGE = 500;

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
      sized: true,
      selection: sql`select o.id, null::json extra, ${sizedBody(SIZE, shortened.json)}
        from observations o
        where o.workspace_id = ${uuid(workspaceId)} and o.session_row_id = ${uuid(sessionRowId)} ${after}
          ${unprocessedOnly ? sql`and o.processed_at is null` : sql``}
        window places as (order by o.occurred_at, o.id) order by o.occurred_at, o.id limit ${wanted}::int`,
      again: (ids) => bodiesAgain(workspaceId, ids, shortened.json),
    });
    listed.push(...page.map(({ body }) => body));
    if (page.length < wanted) break;
  }
  return listed;
}

/** A timestamp as the database wrote it, microseconds included: a Date would lose them. */
const timestampText = (text: string): SQL => sql`${text}::timestamptz`;

/** Facts of the observations that no summary has worked through yet. */
export async function countPendingObservations(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<{ pending: number; oldestAt: string | null; failedSummaries: number }> {
  const pending = row({
    pending: col.int`count(*)`,
    oldestAt: col.text.orNull`min(o.created_at)`,
    failedSummaries: col.int`(
      select count(*) from sessions s
      where s.workspace_id = ${uuid(workspaceId)} and s.summary_due_at is not null and s.summary_attempts > 1)`,
  });
  const [counted] = await query(db, pending)`select ${pending.columns} from observations o
      where o.workspace_id = ${uuid(workspaceId)} and o.processed_at is null`;
  return counted ?? { pending: 0, oldestAt: null, failedSummaries: 0 };
}

/** By its id, or by its words: then the latest of the session. */
export type NamedObservation = { id: string } | { content: string };

const retracted = row({
  has_session: col.bool`exists (select from target)`,
  id: col.uuid.orNull`(select id from gone)`,
  /** Memories that were drawn from it, which stay. */
  drawn: col.listOf(memoryIdentity)`(
    select coalesce(json_agg(${memoryIdentity.json} order by m.created_at, m.id), '[]')
    from gone g join memory_sources c on c.workspace_id = g.workspace_id and c.observation_id = g.id
    join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_id)`,
});
export type RetractedObservation = RowOf<typeof retracted>;

/** Deletes an observation of a session; `id` is null when the session has no such one. */
export async function retractObservation(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, named }: { sessionId: string; named: NamedObservation },
): Promise<RetractedObservation> {
  const isNamed = 'id' in named ? sql`o.id = ${uuid(named.id)}` : sql`o.content = ${named.content}::text`;
  const [answer] = await query(db, retracted)`with target as materialized (
        select s.workspace_id, s.id from sessions s where ${isSession(workspaceId, sessionId)}),
      named as materialized (
        select o.id from target t
        join observations o on o.workspace_id = t.workspace_id and o.session_row_id = t.id
        where ${isNamed} order by o.created_at desc, o.id desc limit 1),
      gone as (
        delete from observations o using named n where o.workspace_id = ${uuid(workspaceId)} and o.id = n.id
        returning o.workspace_id, o.id),
      -- The counts by which a session knows that something is new go down together, so that the next one still is.
      counted as (
        update sessions s set observation_count = s.observation_count - 1,
          requested_count = s.requested_count - (s.requested_count >= s.observation_count)::int,
          summarized_count = s.summarized_count - (s.summarized_count >= s.observation_count)::int
        from target t
        where s.workspace_id = t.workspace_id and s.id = t.id and s.observation_count > 0
          and exists (select from gone))
      select ${retracted.columns}`;
  return answer ?? { has_session: false, id: null, drawn: [] };
}
