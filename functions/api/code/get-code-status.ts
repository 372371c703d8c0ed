import { routes } from '@memory/contracts';
import { getCodeStatus } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/code/status: the indexed repositories, and the files of one. */
export const handler = endpoint(routes.getCodeStatus, ({ workspace, query }, services) =>
  getCodeStatus(services, workspace, query),
);
