import type { JobName } from '@memory/contracts';
import { anyJob, type JobHandler } from '@memory/service';

/** The handler of a job, loaded with those of all jobs when the first is asked for. */
export async function loadJobHandler(name: JobName): Promise<JobHandler> {
  const handlers: Record<JobName, JobHandler> = await import('./jobs.ts');
  return handlers[name];
}

export const handler = anyJob(loadJobHandler);
