import { routes } from '@memory/contracts';
import { listChanges } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/changes: what became of memories, the latest first. */
export const handler = endpoint(routes.listChanges, ({ workspace, query }, services) =>
  listChanges(services, workspace, query),
);
