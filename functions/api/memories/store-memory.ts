import { storeMemory } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/store: keeps a memory; embedding and discovery follow as jobs. */
export const handler = endpoint('storeMemory', (services, workspace, { body }) =>
  storeMemory(services, workspace, body),
);
