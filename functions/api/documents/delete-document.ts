import { deleteDocument } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/documents/{id}: deletes a document and the memories of its sections. */
export const handler = endpoint('deleteDocument', (services, workspace, { path }) =>
  deleteDocument(services, workspace, path.id),
);
