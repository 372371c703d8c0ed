import { routes } from '@memory/contracts';
import { exportRecords } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/export/records: a page of all that the workspace holds of one kind. */
export const handler = endpoint(routes.exportRecords, ({ workspace, query }, services) =>
  exportRecords(services, workspace, query),
);
