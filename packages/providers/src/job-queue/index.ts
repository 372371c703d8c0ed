export { createJobQueue } from './create-job-queue.ts';
export { JobQueueError, type JobQueue, type QueueMessage, type SqsJobQueueConfig } from './job-queue.ts';
export type { SqsEvent } from './sqs-event.ts';
