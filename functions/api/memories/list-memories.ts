import { routes } from '@memory/contracts';
import { listMemories } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/memories/: a page of memories, by default the most important first. */
export const handler = endpoint(routes.listMemories, ({ workspace, query }, services) =>
  listMemories(services, workspace, query),
);
