export { createJobQueue } from './create-job-queue.ts';
export {
  JobQueueError,
  type JobQueue,
  type QueueMessage,
  type QueueStatistics,
  type SqsJobQueueConfig,
} from './job-queue.ts';
export type { ConsumeOptions } from './local-consumer.ts';
export type { DeadLetter, LocalJobQueue, LocalJobQueueConfig } from './local.ts';
export type { SqsBatchResponse, SqsEvent, SqsEventHandler, SqsRecord } from './sqs-event.ts';
