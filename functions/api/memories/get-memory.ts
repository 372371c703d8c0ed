import { getMemory } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/memories/{ref}: one memory with feedback counts and relationships. */
export const handler = endpoint('getMemory', (services, workspace, { path }) =>
  getMemory(services, workspace, path.ref),
);
