import { routes } from '@memory/contracts';
import { recordRetrieval } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/{ref}/retrieval: counts that a memory appeared in a search answer. */
export const handler = endpoint(routes.recordRetrieval, ({ workspace, path }, services) =>
  recordRetrieval(services, workspace, path.ref),
);
