import { routes } from '@memory/contracts';
import { importRecords } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/import: writes records of an export. */
export const handler = endpoint(routes.importRecords, ({ workspace, body }, services) =>
  importRecords(services, workspace, body),
);
