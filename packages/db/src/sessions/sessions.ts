import { sql, type SQL } from 'drizzle-orm';
import { type Database, type WorkspaceId, query } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col, row, type Row, type RowOf } from '../row.ts';
import { json, nullable, timestamp, uuid, uuidArray } from '../sql-values.ts';
import { BEGINNING, readSession, type SessionRow, isSession, sessionColumns } from './session-row.ts';

interface NewSession {
  id: string;
  session_id: string;
  project_name: string;
  branch_name: string;
  user_id: string | null;
  user_email: string | null;
  metadata: Record<string, unknown>;
  author: string | null;
  startedAt: Date;
  /** Now. */
  at: Date;
}

/** Starts a session; undefined when any workspace has used its `session_id` before. */
export async function insertSession(
  db: Database,
  workspaceId: WorkspaceId,
  session: NewSession,
): Promise<SessionRow | undefined> {
  const at = timestamp(session.at);
  const inserted = await readSession(db, workspaceId, {
    expressions: sql`inserted as (
      insert into sessions (workspace_id, id, session_id, project_name, branch_name, user_id, user_email, metadata_json,
        started_at, created_at, last_sign_of_life, author)
      select ${uuid(workspaceId)}, ${uuid(session.id)}, ${session.session_id}::text, ${session.project_name}::text,
        ${session.branch_name}::text, ${nullable(session.user_id, 'text')}, ${nullable(session.user_email, 'text')},
        ${json(session.metadata)}, ${timestamp(session.startedAt)}, ${at}, ${at}, ${nullable(session.author, 'text')}
      where not exists (select from sessions s where s.session_id = ${session.session_id}::text and s.imported_at is not null)
      on conflict (session_id) where imported_at is null do nothing returning *)`,
    from: sql`inserted s`,
  });
  return inserted?.session;
}

export async function findSession(
  db: Database,
  workspaceId: WorkspaceId,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const found = await readSession(db, workspaceId, {
    from: sql`sessions s where ${isSession(workspaceId, sessionId)}`,
  });
  return found?.session;
}

const { session_id, project_name, branch_name, is_active, started_at, ended_at, summary } = sessionColumns;

/** Of session `s`, among its first observations: a page stays cheap where a session has no prompt. */
const firstPrompt = sql`(select left(o.content, ${BEGINNING}) from (
    select b.kind, b.content, b.occurred_at, b.id from observations b where b.session_row_id = s.id
    order by b.occurred_at, b.id limit 20) o
  where o.kind ~* '^(user|prompt)' order by o.occurred_at, o.id limit 1)`;

const listed = { session_id, project_name, branch_name, is_active, started_at, ended_at, summary };
const listedSession = row(listed);
const promptedSession = row({ ...listed, first_prompt: col.text.orNull`${firstPrompt}` });
export type ListedSession = RowOf<typeof listedSession> & Partial<RowOf<typeof promptedSession>>;

const asked = row({ first_prompt: col.text.orNull`${firstPrompt}` });

/** The beginning of what was asked first in a session, null where nothing was; undefined where there is no session. */
export async function findFirstPrompt(
  db: Database,
  workspaceId: WorkspaceId,
  sessionId: string,
): Promise<RowOf<typeof asked> | undefined> {
  const [found] = await query(db, asked)`
    select ${asked.columns} from sessions s where ${isSession(workspaceId, sessionId)}`;
  return found;
}

export async function listSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset, first_prompts = false }: { limit: number; offset: number; first_prompts?: boolean },
): Promise<{ count: number; sessions: ListedSession[] }> {
  const body: Row<ListedSession> = first_prompts ? promptedSession : listedSession;
  // The count travels as the first row, so that an empty page has it too.
  const [head, ...page] = await readWhole(db, {
    body,
    extra: col.int.orNull`count(*)`,
    selection: sql`select ${uuid(workspaceId)} id, 1 place,
        (select to_json(count(*)) from sessions s where s.workspace_id = ${uuid(workspaceId)}) extra, 'null'::json body
      union all
      (select s.id, (row_number() over (order by s.started_at desc, s.id desc) - ${offset}::int + 1)::int place,
        null::json extra, ${body.json} body
      from sessions s where s.workspace_id = ${uuid(workspaceId)}
      order by s.started_at desc, s.id desc limit ${limit}::int offset ${offset}::int)`,
    again: (ids) => sql`select s.id, (row_number() over (order by u.place))::int place, null::json extra,
      ${body.json} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.id = u.id`,
  });
  return { count: head?.extra ?? 0, sessions: page.map(({ body }) => body) };
}

interface SessionChange {
  sessionId: string;
  metadata?: Record<string, unknown>;
  summary?: string;
  at: Date;
}

/** Replaces metadata, summary or both; undefined when the workspace has no such session. */
export async function updateSession(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, metadata, summary, at }: SessionChange,
): Promise<SessionRow | undefined> {
  const assignments: SQL[] = [
    sql`updated_at = ${timestamp(at)}`,
    sql`last_sign_of_life = greatest(s.last_sign_of_life, ${timestamp(at)})`,
  ];
  if (metadata !== undefined) assignments.push(sql`metadata_json = ${json(metadata)}`);
  if (summary !== undefined)
    assignments.push(sql`summary = ${summary}::text`, sql`summary_origin = 'caller'`);
  const changed = await readSession(db, workspaceId, {
    expressions: sql`changed as (
      update sessions s set ${sql.join(assignments, sql`, `)} where ${isSession(workspaceId, sessionId)} returning *)`,
    from: sql`changed s`,
  });
  return changed?.session;
}

interface EndSessionOptions {
  sessionId: string;
  /** Kept unless a caller has given one before and the session has ended since. */
  summary: string | null;
  /** When it ended. */
  at: Date;
  /** When the sweep asks for the summary again, should the message be lost. */
  summaryDueAt: Date;
}

/**
 * Ends a session; one that has ended keeps its end.
 * @returns the session, and whether a summary is wanted: it was active, or observations arrived since one was asked for;
 *   undefined when the workspace has no such session
 */
export async function endSession(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, summary, at, summaryDueAt }: EndSessionOptions,
): Promise<{ session: SessionRow; summaryWanted: boolean } | undefined> {
  const given = nullable(summary, 'text');
  // The row is locked before it is judged: of two parallel calls one finds the session ended.
  const ended = await readSession(db, workspaceId, {
    expressions: sql`
      before as materialized (
        select s.workspace_id, s.id,
          s.is_active or s.observation_count > coalesce(s.requested_count, 0) wanted,
          ${given} is not null and (s.is_active or s.summary_origin is distinct from 'caller') takes_summary
        from sessions s where ${isSession(workspaceId, sessionId)} for update),
      ended as (
        update sessions s set is_active = false,
          ended_at = coalesce(s.ended_at, greatest(s.started_at, ${timestamp(at)})),
          summary = case when b.takes_summary then ${given} else s.summary end,
          summary_origin = case when b.takes_summary then 'caller' else s.summary_origin end,
          requested_count = case when b.wanted then s.observation_count else s.requested_count end,
          summary_due_at = case when b.wanted then ${timestamp(summaryDueAt)} else s.summary_due_at end,
          summary_attempts = case when b.wanted then 0 else s.summary_attempts end
        from before b where s.workspace_id = b.workspace_id and s.id = b.id
        returning s.*, b.wanted)`,
    from: sql`ended s`,
    extra: col.bool`s.wanted`,
  });
  return ended && { session: ended.session, summaryWanted: ended.extra };
}

const sessionId = row({ id: col.uuid`s.id` });

interface EndIdleOptions {
  /** Sessions whose last sign of life is older are ended at that sign. */
  idleSince: Date;
  summaryDueAt: Date;
  limit: number;
}

/**
 * Ends sessions without a sign of life. Signs are the start, changes, observations, memories stored from the session and
 * feedback given in it.
 * @returns the internal ids of the sessions that were ended
 */
export async function endIdleSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { idleSince, summaryDueAt, limit }: EndIdleOptions,
): Promise<string[]> {
  const rows = await query(db, sessionId)`with idle as materialized (
        select s.id, greatest(s.last_sign_of_life,
            (select max(m.created_at) from memories m
              where m.workspace_id = s.workspace_id and m.source_session_id = s.session_id),
            (select max(f.created_at) from feedback f
              where f.workspace_id = s.workspace_id and f.session_id = s.session_id)) sign
        from sessions s
        where s.workspace_id = ${uuid(workspaceId)} and s.is_active and s.last_sign_of_life < ${timestamp(idleSince)})
      update sessions s set is_active = false, ended_at = i.sign, requested_count = s.observation_count,
        summary_due_at = ${timestamp(summaryDueAt)}, summary_attempts = 0
      from (select * from idle where sign < ${timestamp(idleSince)} order by sign, id limit ${limit}::int) i
      where s.workspace_id = ${uuid(workspaceId)} and s.id = i.id and s.is_active
        and s.last_sign_of_life < ${timestamp(idleSince)}
      returning ${sessionId.columns}`;
  return rows.map(({ id }) => id);
}
