import { deleteMemory } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/memories/{ref}: deletes a memory for good. */
export const handler = endpoint('deleteMemory', (services, workspace, { path }) =>
  deleteMemory(services, workspace, path.ref),
);
