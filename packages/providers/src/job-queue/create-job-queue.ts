import { once } from '../once.ts';
import type { JobQueue } from './job-queue.ts';
import { createLocalJobQueue, type LocalJobQueue, type LocalJobQueueConfig } from './local.ts';

export interface SqsJobQueueConfig {
  kind: 'sqs';
  /** The SDK's own rules (AWS_REGION) when absent. */
  region?: string;
  /** URL of each queue by the name that `send` uses. */
  queueUrls: Readonly<Record<string, string>>;
  /** URL of each queue's dead-letter queue by the name of the queue; only `statistics` and `redrive` need them. */
  deadLetterUrls?: Readonly<Record<string, string>>;
}

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
