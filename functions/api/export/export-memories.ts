import { routes } from '@memory/contracts';
import { exportMemories } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/export: a page of the whole workspace. */
export const handler = endpoint(routes.exportMemories, ({ workspace, query }, services) =>
  exportMemories(services, workspace, query),
);
