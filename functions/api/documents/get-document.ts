import { getDocument } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/documents/{id}: one document with its sections in order. */
export const handler = endpoint('getDocument', (services, workspace, { path }) =>
  getDocument(services, workspace, path.id),
);
