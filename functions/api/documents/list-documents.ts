import { routes } from '@memory/contracts';
import { listDocuments } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/documents: the documents of the workspace, the newest first. */
export const handler = endpoint(routes.listDocuments, ({ workspace, query }, services) =>
  listDocuments(services, workspace, query),
);
