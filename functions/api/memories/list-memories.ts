import { listMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/memories/: a page of memories, by default the most important first. */
export const handler = endpoint('listMemories', (services, workspace, { query }) =>
  listMemories(services, workspace, query),
);
