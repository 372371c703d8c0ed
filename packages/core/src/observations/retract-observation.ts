import type { RetractedObservation } from '@memory/contracts';
import { retractObservation as retractRow, type NamedObservation, type Workspace } from '@memory/db';
import { isUuid } from '../memories/memory-ref.ts';
import { identifyIn } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from '../sessions/session-id.ts';

/** Takes an observation back; what was drawn from it stays, and is named. @throws not_found */
export async function retractObservation(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { session_id: given, ...named }: { session_id: string } & NamedObservation,
): Promise<RetractedObservation> {
  const sessionId = requireSessionId(given);
  const described = 'id' in named ? `Observation ${named.id}` : 'An observation in these words';
  // One answer for the unknown and the malformed.
  const missing = new ServiceError('not_found', `${described} was not found in session ${given}.`);
  if ('id' in named && !isUuid(named.id)) throw missing;
  const { has_session: hasSession, id, drawn } = await retractRow(db, workspace.id, { sessionId, named });
  if (!hasSession) throw sessionNotFound(given);
  if (id === null) throw missing;
  return { id, drawn_memories: drawn.map(identifyIn(settings.memoryIdForm)) };
}
