export { createJobQueue } from './create-job-queue.ts';
export {
  JobQueueError,
  type JobQueue,
  type QueueMessage,
  type QueueStatistics,
  type SqsJobQueueConfig,
} from './job-queue.ts';
export type { SqsBatchResponse, SqsEvent, SqsEventHandler, SqsRecord } from './sqs-event.ts';
