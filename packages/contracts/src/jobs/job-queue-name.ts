import { jobs, type Job, type JobName } from './jobs.ts';

/** The queue of all jobs that share one. */
export const SHARED_QUEUE = 'jobs';

/**
 * Name of the queue that a job's messages go to: its own, or the one that all share, where each queue costs more than
 * it is worth. What changes the schema stays by itself, since its function has the rights of the owner.
 */
export function jobQueueName(name: JobName, { shared }: { shared: boolean }): string {
  const { uses = [] }: Job = jobs[name];
  return shared && !uses.includes('schema') ? SHARED_QUEUE : name;
}
