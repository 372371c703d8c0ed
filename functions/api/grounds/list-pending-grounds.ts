import { listPendingGrounds } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/grounds/pending: memories that only an index tied to code so far. */
export const handler = endpoint('listPendingGrounds', (services, workspace, { query }) =>
  listPendingGrounds(services, workspace, query),
);
