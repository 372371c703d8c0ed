import type { ListSessionsQuery, ListSessionsReply } from '@memory/contracts';
import { listSessions as listSessionRows, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { presentListedSession } from './present-session.ts';

/** A page of the workspace's sessions, the latest first. */
export async function listSessions(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  query: ListSessionsQuery,
): Promise<ListSessionsReply> {
  const { count, sessions } = await listSessionRows(db, workspace.id, query);
  return { count, results: sessions.map(presentListedSession) };
}
