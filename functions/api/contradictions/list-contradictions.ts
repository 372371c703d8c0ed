import { listContradictions } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/contradictions: what may contradict, or what was settled. */
export const handler = endpoint('listContradictions', (services, workspace, { query }) =>
  listContradictions(services, workspace, query),
);
