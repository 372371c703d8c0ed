import { recordRetrieval } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/{ref}/retrieval: counts that a memory appeared in a search answer. */
export const handler = endpoint('recordRetrieval', (services, workspace, { path }) =>
  recordRetrieval(services, workspace, path.ref),
);
