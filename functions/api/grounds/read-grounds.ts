import { readGrounds } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/grounds/verdicts: how some memories stand to their code. */
export const handler = endpoint('readGrounds', (services, workspace, { query }) =>
  readGrounds(services, workspace, query),
);
