import { records } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/export and /api/v1/import
export const exportRecords = endpoint(records, 'exportRecords', core.exportRecords);
export const importRecords = endpoint(records, 'importRecords', (services, workspace, body) =>
  core.importRecords(services, workspace, body),
);
