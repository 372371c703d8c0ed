import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type JsonValue, type RowOf } from '../row.ts';
import { uuid, idKeys } from '../sql-values.ts';

/** The columns of session `s`; timestamps are ISO 8601 with an offset. */
export const sessionColumns = {
  id: col.uuid`s.id`,
  session_id: col.text`s.session_id`,
  workspace_id: col.uuid`s.workspace_id`,
  project_name: col.text`s.project_name`,
  branch_name: col.text`s.branch_name`,
  user_id: col.text.orNull`s.user_id`,
  user_email: col.text.orNull`s.user_email`,
  is_active: col.bool`s.is_active`,
  started_at: col.timestamp`s.started_at`,
  ended_at: col.timestamp.orNull`s.ended_at`,
  summary: col.text.orNull`s.summary`,
  metadata_json: col.json<Record<string, unknown>>()`s.metadata_json`,
  created_at: col.timestamp`s.created_at`,
  updated_at: col.timestamp.orNull`s.updated_at`,
};

/** The summary of ended session `s`, as far as it tells what is open: sections about that, else its beginning. */
export const endedSession = row({
  ended_at: col.timestamp`s.ended_at`,
  summary: col.text`left(coalesce(substring(s.summary from '## (?:Left open|Done that was open)\n.*'), s.summary), 4000)`,
});
/** Of so many latest sessions is read what they left open. */
export const LATEST_SESSIONS = sql.raw('30');

/** Characters of an observation that tell what it is: more than lists show, so that no number is cut before it is known for one. */
export const BEGINNING = sql.raw('300');

const sessionRow = row(sessionColumns);
export type SessionRow = RowOf<typeof sessionRow>;

export interface PickedSession<Extra> {
  /** Common table expressions before it, changes included. */
  expressions?: SQL;
  /** The rows of `s`, with the condition: `changed s`, `sessions s where …`. At most one row. */
  from: SQL;
  /** A small value beside the session; absent: null. */
  extra?: JsonValue<Extra>;
}

export async function readSession<Extra = null>(
  db: Database,
  workspaceId: WorkspaceId,
  { expressions, from, extra }: PickedSession<Extra>,
): Promise<{ session: SessionRow; extra: Extra } | undefined> {
  const [found] = await readWhole(db, {
    body: sessionRow,
    extra,
    expressions,
    selection: sql`select s.id, 1 place, ${extra ? sql`to_json(${extra.json})` : sql`null::json`} extra,
      ${sessionRow.json} body
      from ${from}`,
    again: (
      ids,
    ) => sql`select s.id, 1 place, null::json extra, ${sessionRow.json} body from ${idKeys(ids, 'k')}
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.id = k.id`,
  });
  return found && { session: found.body, extra: found.extra };
}

/** The condition that a row of `sessions s` is the one with this external id. */
export const isSession = (workspaceId: WorkspaceId, sessionId: string): SQL =>
  sql`s.workspace_id = ${uuid(workspaceId)} and s.session_id = ${sessionId}::text`;
