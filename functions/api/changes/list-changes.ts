import { listChanges } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/changes: what became of memories, the latest first. */
export const handler = endpoint('listChanges', (services, workspace, { query }) =>
  listChanges(services, workspace, query),
);
