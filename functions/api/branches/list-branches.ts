import { listBranches } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/branches: branches of a project with memories that are neither merged nor abandoned. */
export const handler = endpoint('listBranches', (services, workspace, { query }) =>
  listBranches(services, workspace, query),
);
