import { ObservationInput, type ObservationsBody, type ObservationsReply } from '@memory/contracts';
import { insertObservations, type NewObservation, type Workspace } from '@memory/db';
import { describeIssues } from '../describe-issues.ts';
import type { Services } from '../services.ts';
import { sessionText } from '@memory/text/forgotten-text';
import { whatIsLeft } from '../forgetting/what-is-left.ts';
import { requireSessionId, sessionNotFound } from '../sessions/session-id.ts';
import { lateSummaryDueAt } from '../sessions/summary-schedule.ts';

interface RecordedObservations extends ObservationsBody {
  session_id: string;
  /** Secrets that were replaced on the way in. */
  redacted?: number;
}

/**
 * Keeps observations of a session, active or ended; they are durable when this resolves. Each is judged on its own.
 * @throws not_found
 */
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
