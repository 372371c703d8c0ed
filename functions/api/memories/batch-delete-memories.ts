import { batchDeleteMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/batch-delete: deletes up to 100 memories. */
export const handler = endpoint('batchDeleteMemories', (services, workspace, { body }) =>
  batchDeleteMemories(services, workspace, body.memory_ids),
);
