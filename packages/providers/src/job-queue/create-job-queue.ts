import { once } from '../once.ts';
import type { JobQueue, SqsJobQueueConfig } from './job-queue.ts';

/** The queues of SQS, whose client is loaded at the first call. */
export function createJobQueue(config: SqsJobQueueConfig): JobQueue {
  const sqs = once(async () => (await import('./sqs.ts')).createSqsJobQueue(config));
  return {
    send: async (queue, messages) => (await sqs()).send(queue, messages),
    statistics: async () => (await sqs()).statistics(),
    redrive: async (queue) => (await sqs()).redrive(queue),
  };
}
