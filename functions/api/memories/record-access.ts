import { recordAccess } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/{ref}/access: counts that a memory was opened. */
export const handler = endpoint('recordAccess', (services, workspace, { path }) =>
  recordAccess(services, workspace, path.ref),
);
