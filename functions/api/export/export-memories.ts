import { exportMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/export: a page of the whole workspace. */
export const handler = endpoint('exportMemories', (services, workspace, { query }) =>
  exportMemories(services, workspace, query),
);
