import { routes } from '@memory/contracts';
import { recordAccess } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/{ref}/access: counts that a memory was opened. */
export const handler = endpoint(routes.recordAccess, ({ workspace, path }, services) =>
  recordAccess(services, workspace, path.ref),
);
