import { routes } from '@memory/contracts';
import { updateMemory } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** PATCH /api/v1/memories/{ref}: changes some fields. */
export const handler = endpoint(routes.updateMemory, ({ workspace, path, body }, services) =>
  updateMemory(services, workspace, path.ref, body),
);
