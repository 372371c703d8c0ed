import { anyJob } from '@memory/service';
import { loadJobHandler } from '../load-job-handler.ts';

/** Does the work of the queue that jobs share. */
export const handler = anyJob(loadJobHandler);
