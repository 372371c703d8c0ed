import type { JobName } from '@memory/contracts';
import type { JobHandler } from '@memory/runtime';

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** The handler of a job: `generateEmbedding` in `generate-embedding.ts`. */
export async function loadJobHandler(name: JobName): Promise<JobHandler> {
  const module = (await import(`./jobs/${kebabCase(name)}.ts`)) as { handler: JobHandler };
  return module.handler;
}
