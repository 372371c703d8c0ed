import { withinDeadline } from '@memory/db';
import type { HostContext } from './doors/http/endpoint-context.ts';

/** Kept back from what the function has left, for the answer itself and its log line. */
const ANSWER_MS = 1_000;

/** Runs the work of one call within the time that its host gives it; a host that does not say sets no limit. */
export function withinHostDeadline<Result>(
  { getRemainingTimeInMillis }: HostContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const leftMs = getRemainingTimeInMillis?.();
  return leftMs === undefined ? work() : withinDeadline(Math.max(0, leftMs - ANSWER_MS), work);
}
