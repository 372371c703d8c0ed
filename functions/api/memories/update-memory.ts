import { updateMemory } from '@memory/core';
import { endpoint } from '@memory/service';

/** PATCH /api/v1/memories/{ref}: changes some fields. */
export const handler = endpoint('updateMemory', (services, workspace, { path, body }) =>
  updateMemory(services, workspace, { ...path, ...body }),
);
