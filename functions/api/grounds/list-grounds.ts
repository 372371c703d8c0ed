import { listGrounds } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/grounds: memories whose code changed, or what was said of such. */
export const handler = endpoint('listGrounds', (services, workspace, { query }) =>
  listGrounds(services, workspace, query),
);
