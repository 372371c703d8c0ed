import { getCodeStatus } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/code/status: the indexed repositories, and the files of one. */
export const handler = endpoint('getCodeStatus', (services, workspace, { query }) =>
  getCodeStatus(services, workspace, query),
);
