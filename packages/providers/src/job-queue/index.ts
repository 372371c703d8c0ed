export { createJobQueue } from './create-job-queue.ts';
export type { JobQueue } from './job-queue.ts';
export type { SqsEvent } from './sqs-event.ts';
