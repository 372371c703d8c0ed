import { searchMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/search: memories that match a query, best first. */
export const handler = endpoint('searchMemories', (services, workspace, { body }) =>
  searchMemories(services, workspace, body),
);
