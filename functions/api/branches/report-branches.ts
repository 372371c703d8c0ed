import { reportBranches } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/branches: keeps what a clone says of branches. */
export const handler = endpoint('reportBranches', (services, workspace, { body }) =>
  reportBranches(services, workspace, body),
);
