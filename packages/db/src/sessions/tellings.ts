import { sql, type SQL } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, textArray, timestamp, uuid, uuidArray } from '../sql-values.ts';
import { isSameProject } from '../same-project.ts';
import { isSession, sessionColumns } from './session-row.ts';

/** A memory that was told to so many sessions, and of use in none of them, is told unasked no more. */
const SILENT_AFTER = 5;
/** Tellings that count for that, so that silence ends too. */
const REMEMBERED = sql`interval '30 days'`;
/** Time in which what is told beyond the block is limited. */
const BUDGET_TIME = sql`interval '1 hour'`;

export interface SessionMoment {
  sessionId: string;
  /** Now, by the sender's clock. */
  at: Date;
  /** Moments whose answers the sender never saw. */
  unheard: readonly string[];
}

const tellings = row({
  tokens: col.float`(select coalesce(sum(t.tokens), 0) from told t where t.told_at > g.at - ${BUDGET_TIME})`,
  withheld: col.textList`array(select i.id::text from unnest(g.ids) i (id)
    where exists (select from told t where t.memory_id = i.id) or exists (
      select from tellings t where t.workspace_id = g.workspace_id and t.memory_id = i.id and t.told_at > g.at - ${REMEMBERED}
      having count(t.tokens) >= ${SILENT_AFTER}::int and count(t.used_at) = 0))`,
});

/**
 * Tellings of a session so far.
 * @returns tokens told beyond the block in the last hour, and which of some memories are not told: the session knows them, or
 * no session had a use for them
 */
export async function readTellings(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, at, unheard, ids }: SessionMoment & { ids: readonly string[] },
): Promise<RowOf<typeof tellings>> {
  const [found] = await query(db, tellings)`with g as (
        select ${uuid(workspaceId)} workspace_id, ${timestamp(at)} at, ${uuidArray(ids)} ids),
      told as materialized (
        select t.* from sessions s
          join tellings t on t.workspace_id = s.workspace_id and t.session_row_id = s.id
        where ${isSession(workspaceId, sessionId)} and not t.moment_id = any(${textArray(unheard)}))
      select ${tellings.columns} from g`;
  return found ?? { tokens: 0, withheld: [] };
}

const session = row(sessionColumns);

/** A session that was heard of before is no longer the one at hand. */
const AT_HAND = sql`interval '12 hours'`;

/** The one open session of a caller that a hook has told at its start what the workspace knows. */
export async function findToldSession(
  db: Database,
  workspaceId: WorkspaceId,
  {
    caller,
    person,
    project,
    at,
  }: { caller: string; person: string | null; project: string | null; at: Date },
): Promise<RowOf<typeof session> | undefined> {
  const workspace = uuid(workspaceId);
  const [found] = await query(db, session)`
    with g as (select ${nullable(person, 'text')} person, ${nullable(project, 'text')} project)
      select ${session.columns} from sessions s where s.workspace_id = ${workspace} and s.id = (
        select (array_agg(o.id))[1] from sessions o cross join g
        where o.workspace_id = ${workspace} and o.author = ${caller}::text and o.is_active
          and o.last_sign_of_life > ${timestamp(at)} - ${AT_HAND}
          and coalesce(o.user_email = g.person, true)
          and (g.project is null or o.project_name = '' or ${isSameProject(sql`o.project_name`, sql`g.project`)})
          and exists (select from tellings t
            where t.workspace_id = o.workspace_id and t.session_row_id = o.id and t.tokens is null)
        having count(*) = 1)`;
  return found;
}

export async function insertTellings(
  db: Database,
  workspaceId: WorkspaceId,
  {
    sessionId,
    at,
    unheard,
    momentId,
    ids,
    tokens,
  }: SessionMoment & { momentId: string; ids: readonly string[]; tokens: number | null },
): Promise<number> {
  const share = tokens === null ? null : tokens / Math.max(1, ids.length);
  return execute(db)`
    insert into tellings as t (workspace_id, session_row_id, memory_id, moment_id, told_at, tokens)
      select s.workspace_id, s.id, m.id, ${momentId}::text, ${timestamp(at)}, ${nullable(share, 'real')}
      from sessions s
        join memories m on m.workspace_id = s.workspace_id and m.id = any(${uuidArray(ids)})
      where ${isSession(workspaceId, sessionId)}
      on conflict (workspace_id, session_row_id, memory_id) do update
        set moment_id = excluded.moment_id, told_at = excluded.told_at, tokens = excluded.tokens
        where t.moment_id = any(${textArray(unheard)})
      returning 1 as told`;
}

const unused = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`m.title`,
  /** Those that it names, and those of the symbols that it is tied to. */
  files: col.textList`array(select unnest(m.source_files) union select coalesce(a.now_path, a.path)
    from memory_anchors a where a.workspace_id = m.workspace_id and a.memory_id = m.id)`,
});
export type ToldMemory = RowOf<typeof unused>;

/** Memories that a session was told and has shown no use for. */
export const listUnusedTellings = (
  db: Database,
  workspaceId: WorkspaceId,
  sessionId: string,
): Promise<ToldMemory[]> =>
  query(db, unused)`select ${unused.columns} from ${toldIn(workspaceId, sessionId)} and t.used_at is null`;

export async function markTellingsUsed(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, ids, at }: { sessionId: string; ids: readonly string[]; at: Date },
): Promise<void> {
  await db.execute(sql`update tellings u set used_at = ${timestamp(at)}
    from ${toldIn(workspaceId, sessionId)} and m.id = any(${uuidArray(ids)})
      and u.workspace_id = t.workspace_id and u.session_row_id = t.session_row_id and u.memory_id = t.memory_id`);
}

const toldIn = (workspaceId: WorkspaceId, sessionId: string): SQL => sql`sessions s
  join tellings t on t.workspace_id = s.workspace_id and t.session_row_id = s.id
  join memories m on m.workspace_id = t.workspace_id and m.id = t.memory_id
  where ${isSession(workspaceId, sessionId)}`;
