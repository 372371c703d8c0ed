import { routes } from '@memory/contracts';
import { listContradictions } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/contradictions: what may contradict, or what was settled. */
export const handler = endpoint(routes.listContradictions, ({ workspace, query }, services) =>
  listContradictions(services, workspace, query),
);
