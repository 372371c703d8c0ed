import type { JobName } from '../jobs/jobs.ts';
import { routes, type RouteName } from '../routes.ts';

/** `storeMemory` as `store-memory`. */
export const kebabCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** Where the handler of a route lives, below `functions/api/`: `storeMemory` in `memories/store-memory`, without ending. */
export function handlerFile(name: RouteName): { folder: string; file: string } {
  const [, , , resource = ''] = routes[name].path.split('/');
  return { folder: resource.includes('.') ? 'service' : resource, file: kebabCase(name) };
}

/** The file, below `functions/jobs/`, of a job's handler: `generateEmbedding` in `generate-embedding`, without ending. */
export const jobHandlerFile = (name: JobName): string => kebabCase(name);
