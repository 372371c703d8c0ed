import { routes } from '@memory/contracts';
import { searchMemories } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/search: memories that match a query, best first. */
export const handler = endpoint(routes.searchMemories, ({ workspace, body }, services) =>
  searchMemories(services, workspace, body),
);
