import { exportRecords } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/export/records: a page of all that the workspace holds of one kind. */
export const handler = endpoint('exportRecords', (services, workspace, { query }) =>
  exportRecords(services, workspace, query),
);
