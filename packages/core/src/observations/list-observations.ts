import type { ListObservationsQuery, ListObservationsReply } from '@memory/contracts';
import { listObservations as listObservationRows, type Workspace } from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from '../sessions/session-id.ts';

/** A page of a session's observations, the oldest first. @throws not_found */
export async function listObservations(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  { session_id: given, ...query }: ListObservationsQuery & { session_id: string },
): Promise<ListObservationsReply> {
  const sessionId = requireSessionId(given);
  const listed = await listObservationRows(db, workspace.id, { sessionId, ...query });
  if (!listed) throw sessionNotFound(given);
  return {
    count: listed.count,
    results: listed.observations.map((row) => ({
      ...row,
      session_id: sessionId,
      occurred_at: presentTimestamp(row.occurred_at),
      created_at: presentTimestamp(row.created_at),
    })),
  };
}
