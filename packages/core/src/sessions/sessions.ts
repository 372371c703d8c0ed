import {
  keysOf,
  Session,
  type ListSessionsQuery,
  type ListSessionsReply,
  type StartSessionBody,
  type UpdateSessionBody,
  type EndSessionBody,
  codePointCount,
  LIMITS,
  type JobPayload,
} from '@memory/contracts';
import {
  findSession,
  type Workspace,
  listSessions as listSessionRows,
  findToldSession as findRow,
  insertSession,
  updateSession as updateSessionRow,
  endSession as endSessionRow,
  type SessionRow,
  claimDueSummaries,
  endIdleSessions as endIdleRows,
  listWorkspacesWithDueSessions,
} from '@memory/db';
import { pick, withMoments } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { inBrief } from './in-brief.ts';
import { summaryLostAt } from './summary-schedule.ts';

/** One session by its external id. @throws not_found */
export async function getSession(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { session_id: given }: { session_id: string },
): Promise<Session> {
  const row = await findSession(db, workspace.id, requireSessionId(given));
  if (!row) throw sessionNotFound(given);
  return presentSession(row);
}

export async function listSessions(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  query: ListSessionsQuery,
): Promise<ListSessionsReply> {
  const { count, sessions } = await listSessionRows(db, workspace.id, query);
  return {
    count,
    results: sessions.map(({ first_prompt: asked, ...session }) => ({
      ...withMoments(session),
      ...(asked === undefined ? {} : { first_prompt: asked && inBrief(asked, settings) }),
    })),
  };
}

type SessionStart = Omit<StartSessionBody, 'started_at'> & Partial<Pick<StartSessionBody, 'started_at'>>;

/** Starts a session. @throws conflict when the id was used before, without a word about whose it is (decision 37) */
export async function startSession(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  workspace: Workspace,
  { started_at: startedAt = null, ...input }: SessionStart,
): Promise<Session> {
  const at = clock();
  const row = await insertSession(db, workspace.id, {
    ...input,
    id: ids.uuid(),
    author: workspace.caller,
    startedAt: earlier(startedAt, at),
    at,
  });
  if (!row)
    throw new ServiceError('conflict', `The session_id ${input.session_id} is in use; choose another one.`);
  return presentSession(row);
}

/** The session that the caller has open, where a hook has told at its start what the workspace knows. */
export async function findToldSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, caller, author, project }: Workspace,
  { project_name }: { project_name: string | undefined },
): Promise<Session | undefined> {
  if (caller === null) return undefined;
  const found = await findRow(db, id, {
    caller,
    person: author,
    project: project_name ?? project ?? null,
    at: clock(),
  });
  return found && presentSession(found);
}

/** Replaces metadata, summary or both; a change of nothing leaves `updated_at` as it is. @throws not_found */
export async function updateSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  { session_id: given, metadata, summary }: UpdateSessionBody & { session_id: string },
): Promise<Session> {
  const sessionId = requireSessionId(given);
  const isChange = metadata !== undefined || summary !== undefined;
  const row = isChange
    ? await updateSessionRow(db, workspace.id, { sessionId, metadata, summary, at: clock() })
    : await findSession(db, workspace.id, sessionId);
  if (!row) throw sessionNotFound(given);
  return presentSession(row);
}

/** Ends a session; its summary and memories follow as a job. @throws not_found */
export async function endSession(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  workspace: Workspace,
  {
    session_id: given,
    summary,
    ended_at: endedAt = null,
  }: { session_id: string } & Pick<EndSessionBody, 'summary'> & Partial<EndSessionBody>,
): Promise<Session> {
  const at = clock();
  const ended = await endSessionRow(db, workspace.id, {
    sessionId: requireSessionId(given),
    summary,
    at: earlier(endedAt, at),
    summaryDueAt: summaryLostAt(at),
  });
  if (!ended) throw sessionNotFound(given);
  const { session, summaryWanted } = ended;
  if (summaryWanted)
    await jobs.enqueue('generateSessionSummary', { workspaceId: workspace.id, sessionId: session.id });
  return presentSession(session);
}

const SHOWN = keysOf(Session.shape);

const presentSession = (row: SessionRow): Session => withMoments(pick(row, SHOWN));

/** One answer for the unknown, the malformed and the foreign. */
export const sessionNotFound = (given: string) =>
  new ServiceError('not_found', `Session ${given} was not found.`);

/** A name that no session can have is not asked of the database, which cannot hold every string. @throws not_found */
export function requireSessionId(given: string): string {
  if (given.includes('\u0000') || !given.isWellFormed() || codePointCount(given) > LIMITS.sessionIdLength)
    throw sessionNotFound(given);
  return given;
}

/** A moment that a caller tells, unless it has not come yet. */
export function earlier(given: string | null, now: Date): Date {
  const told = given === null ? now : new Date(given);
  return told < now ? told : now;
}

/** Sessions of one workspace that one run takes on; the rest waits for the next. */
const SESSIONS_MAX = 500;

/** Workspaces a message: the next message goes on after them, so that each has its turn however many there are. */
const PAGE = 500;

/** Later than whatever a summary may wait for: the next day, or an hour after many failures. */
const WAITS_AT_MOST_MS = 7 * 24 * 3_600_000;

/**
 * Ends sessions without a sign of life, as their callers would have, and asks again for summaries whose message was lost,
 * that failed for good or had to wait, and for those of observations that arrived late.
 * @param options.restart the queue was lost with its process: every summary that is wanted is asked for
 */
export async function endIdleSessions(
  { db, jobs, clock, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  { restart = false, after }: JobPayload<'endIdleSessions'> = {},
): Promise<void> {
  const now = clock();
  const at = restart ? new Date(now.getTime() + WAITS_AT_MOST_MS) : now;
  const idleSince = new Date(now.getTime() - settings.sessionIdleMinutes * 60_000);
  const nextDueAt = summaryLostAt(now);
  const workspaceIds = await listWorkspacesWithDueSessions(db, {
    idleSince,
    at,
    after: after ?? null,
    limit: PAGE,
  });
  for (const workspaceId of workspaceIds) {
    const ended = await endIdleRows(db, workspaceId, {
      idleSince,
      summaryDueAt: nextDueAt,
      limit: SESSIONS_MAX,
    });
    const due = await claimDueSummaries(db, workspaceId, { at, nextDueAt, limit: SESSIONS_MAX });
    await jobs.enqueue(
      'generateSessionSummary',
      ...[...ended, ...due].map((sessionId) => ({ workspaceId, sessionId })),
    );
  }
  if (workspaceIds.length === PAGE)
    await jobs.enqueue('endIdleSessions', { restart, after: workspaceIds.at(-1) });
}
