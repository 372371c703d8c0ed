import {
  ObservationInput,
  type ObservationsBody,
  type ObservationsReply,
  type ListObservationsQuery,
  type ListObservationsReply,
  type RetractedObservation,
} from '@memory/contracts';
import {
  insertObservations,
  type NewObservation,
  type Workspace,
  listObservations as listObservationRows,
  retractObservation as retractRow,
  type NamedObservation,
} from '@memory/db';
import { sessionText } from '@memory/text/forgotten-text';
import { describeIssues, ServiceError } from '../service-error.ts';
import { whatIsLeft } from '../forgetting/find-forgotten.ts';
import { isUuid } from '../memories/memory-ref.ts';
import { withMoments, identifyIn } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from '../sessions/sessions.ts';
import { lateSummaryDueAt } from '../sessions/summary-schedule.ts';

interface RecordedObservations extends ObservationsBody {
  session_id: string;
  /** Secrets that were replaced on the way in. */
  redacted?: number;
}

export async function recordObservations(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  workspace: Workspace,
  { session_id: given, observations, redacted = 0 }: RecordedObservations,
): Promise<ObservationsReply> {
  const sessionId = requireSessionId(given);
  const at = clock();
  const errors: ObservationsReply['errors'] = [];
  const valid: NewObservation[] = [];
  for (const [index, item] of observations.entries()) {
    const parsed = ObservationInput.safeParse(item, { reportInput: true });
    if (!parsed.success) {
      errors.push({ index, msg: describeIssues(parsed.error.issues) });
      continue;
    }
    const { occurred_at: occurredAt, ...observation } = parsed.data;
    valid.push({ ...observation, id: ids.uuid(), occurred_at: occurredAt ? new Date(occurredAt) : at });
  }
  const left = await whatIsLeft(
    { db },
    workspace,
    valid.map(({ content }) => ({ text: content, names: [sessionText(sessionId), content] })),
  );
  const accepted = await insertObservations(db, workspace.id, {
    sessionId,
    // A text that was forgotten was known once: it counts as a duplicate.
    observations: valid.flatMap((observation, place) => {
      const content = left[place];
      return typeof content === 'string' ? [{ ...observation, content }] : [];
    }),
    at,
    lateSummaryDueAt: lateSummaryDueAt(at),
  });
  if (accepted === undefined) throw sessionNotFound(given);
  return {
    accepted,
    duplicates: valid.length - accepted,
    rejected: errors.length,
    redacted,
    errors,
  };
}

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
    results: listed.observations.map((row) => ({ ...withMoments(row), session_id: sessionId })),
  };
}

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
