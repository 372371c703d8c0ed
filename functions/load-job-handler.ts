import { jobHandlerFile, type JobName } from '@memory/contracts';
import type { JobHandler } from '@memory/service';

/** The handler of a job: `generateEmbedding` in `generate-embedding.ts`. */
export async function loadJobHandler(name: JobName): Promise<JobHandler> {
  const module = (await import(`./jobs/${jobHandlerFile(name)}.ts`)) as { handler: JobHandler };
  return module.handler;
}
