import type { JobSender } from '@memory/core';
import type { JobQueue } from '@memory/providers/job-queue';
import type { Log } from '../logging/logger.ts';

/** A job that looks at all workspaces has none. */
const groupOf = (payload: object | null): string | undefined =>
  payload && 'workspaceId' in payload ? String(payload.workspaceId) : undefined;

/** Sends what jobs send: a failure fails the job, and its next attempt sends again. */
export const createJobSender = (queue: JobQueue): JobSender => ({
  enqueue: (name, ...payloads) =>
    queue.send(
      name,
      payloads.map((body) => ({ body, group: groupOf(body) })),
    ),
  enqueueLater: (delaySeconds, name, ...payloads) =>
    queue.send(
      name,
      payloads.map((body) => ({ body, group: groupOf(body), delaySeconds })),
    ),
});

/**
 * Sends what requests send. They never fail by it: the row is kept and says what is still to be done, so the sweep sends
 * again what is lost here.
 */
export function createForgivingJobSender(queue: JobQueue, log: Log): JobSender {
  const sender = createJobSender(queue);
  const forgive = async (job: string, messages: number, sent: Promise<void>): Promise<void> => {
    try {
      await sent;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      log.warn('A message could not be sent', { job, messages, error: name });
    }
  };
  return {
    enqueue: (name, ...payloads) => forgive(name, payloads.length, sender.enqueue(name, ...payloads)),
    enqueueLater: (delaySeconds, name, ...payloads) =>
      forgive(name, payloads.length, sender.enqueueLater(delaySeconds, name, ...payloads)),
  };
}
