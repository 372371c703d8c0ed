import { importRecords } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/import: writes records of an export. */
export const handler = endpoint('importRecords', (services, workspace, { body }) =>
  importRecords(services, workspace, body),
);
