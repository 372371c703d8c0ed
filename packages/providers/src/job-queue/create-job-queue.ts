import { once } from '../once.ts';
import type { JobQueue, SqsJobQueueConfig } from './job-queue.ts';
import { createLocalJobQueue, type LocalJobQueue, type LocalJobQueueConfig } from './local.ts';

/** The queues a configuration asks for. The client of SQS is loaded at the first call. */
export function createJobQueue(config: LocalJobQueueConfig): LocalJobQueue;
export function createJobQueue(config: SqsJobQueueConfig | LocalJobQueueConfig): JobQueue;
export function createJobQueue(config: SqsJobQueueConfig | LocalJobQueueConfig): JobQueue {
  if (config.kind === 'local') return createLocalJobQueue(config);
  const sqs = once(async () => (await import('./sqs.ts')).createSqsJobQueue(config));
  return {
    send: async (queue, messages) => (await sqs()).send(queue, messages),
    statistics: async () => (await sqs()).statistics(),
    redrive: async (queue) => (await sqs()).redrive(queue),
  };
}
