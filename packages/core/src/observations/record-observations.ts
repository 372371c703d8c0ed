import { createHash } from 'node:crypto';
import {
  ObservationInput,
  toValidationIssues,
  type ObservationsBody,
  type ObservationsReply,
} from '@memory/contracts';
import { insertObservations, type NewObservation, type Workspace } from '@memory/db';
import { redactSecrets } from '@memory/text/redact';
import type { Services } from '../services.ts';
import { requireSessionId, sessionNotFound } from '../sessions/session-id.ts';
import { lateSummaryDueAt } from '../sessions/summary-schedule.ts';

/**
 * Keeps observations of a session, active or ended; they are durable when this resolves. Each is judged on its own, and
 * its secrets are gone before it reaches the database. @throws not_found
 */
export async function recordObservations(
  { db, clock, ids }: Pick<Services, 'db' | 'clock' | 'ids'>,
  workspace: Workspace,
  given: string,
  { observations }: ObservationsBody,
): Promise<ObservationsReply> {
  const sessionId = requireSessionId(given);
  const at = clock();
  const errors: ObservationsReply['errors'] = [];
  const valid: NewObservation[] = [];
  let redacted = 0;
  for (const [index, item] of observations.entries()) {
    const parsed = ObservationInput.safeParse(item, { reportInput: true });
    if (!parsed.success) {
      errors.push({ index, msg: describeIssues(parsed.error.issues) });
      continue;
    }
    const { observation, count } = redactObservation(parsed.data);
    redacted += count;
    const occurredAt = parsed.data.occurred_at;
    valid.push({ ...observation, id: ids.uuid(), occurred_at: occurredAt ? new Date(occurredAt) : at });
  }
  const accepted = await insertObservations(db, workspace.id, {
    sessionId,
    observations: valid,
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

/** Places and reasons; never the value, which may hold what must not be repeated. */
function describeIssues(issues: Parameters<typeof toValidationIssues>[1]): string {
  return toValidationIssues('body', issues)
    .slice(0, 5)
    .map(({ loc, msg }) => [loc.slice(1).join('.'), msg].filter(Boolean).join(': '))
    .join('; ');
}

function redactObservation({ content, kind, tool_name, files, event_id }: ObservationInput) {
  let count = 0;
  const redact = (text: string): string => {
    const redaction = redactSecrets(text);
    count += redaction.kinds.length;
    return redaction.text;
  };
  const optional = (text: string | null) => (text === null ? null : redact(text));
  const observation = {
    content: redact(content),
    kind: optional(kind),
    tool_name: optional(tool_name),
    files: files.map(redact),
    // Two events must not become one because both ids hold a secret.
    event_id: event_id !== null && redact(event_id) !== event_id ? hash(event_id) : event_id,
  };
  return { observation, count };
}

const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
