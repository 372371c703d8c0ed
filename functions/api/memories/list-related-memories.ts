import { routes } from '@memory/contracts';
import { listRelatedMemories } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/memories/{ref}/related: memories near in meaning, by cosine similarity. */
export const handler = endpoint(routes.listRelatedMemories, ({ workspace, path, query }, services) =>
  listRelatedMemories(services, workspace, path.ref, query),
);
