import { readFileSync } from 'node:fs';
import type { TestWorkspace } from '../host/service.ts';

let number = 0;

/** A session id that no other test of the shared host has used. */
export const freshSessionId = (): string => `session-${process.pid}-${Date.now()}-${(number += 1)}`;

/** The session as recorded while redaction and extraction were written. */
export const recordedObservations = (): Record<string, unknown>[] =>
  readFileSync(new URL('../fixtures/sessions/redaction-and-extraction.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { id, ...observation } = JSON.parse(line) as Record<string, unknown>;
      return { ...observation, event_id: id };
    });

/** A session in which these observations were made, ended. */
export async function endedSession(
  service: TestWorkspace,
  {
    observations = [],
    summary,
    ...fields
  }: { observations?: object[]; summary?: string } & Record<string, unknown> = {},
): Promise<{ id: string; session_id: string; path: string }> {
  const started = await service.post('/api/v1/sessions/start', { session_id: freshSessionId(), ...fields });
  const { id, session_id } = started.body;
  const path = `/api/v1/sessions/${session_id}`;
  for (let from = 0; from < observations.length; from += 500)
    await service.post(`${path}/observations`, { observations: observations.slice(from, from + 500) });
  const ended = await service.post(`${path}/end`, summary === undefined ? undefined : { summary });
  if (ended.status !== 200) throw new Error(`Ending answered ${ended.status}: ${ended.text}`);
  return { id, session_id, path };
}
