import { listDocuments } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/documents: the documents of the workspace, the newest first. */
export const handler = endpoint('listDocuments', (services, workspace, { query }) =>
  listDocuments(services, workspace, query),
);
