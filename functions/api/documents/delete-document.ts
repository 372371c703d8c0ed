import { routes } from '@memory/contracts';
import { deleteDocument } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** DELETE /api/v1/documents/{id}: deletes a document and the memories of its sections. */
export const handler = endpoint(routes.deleteDocument, ({ workspace, path }, services) =>
  deleteDocument(services, workspace, path.id),
);
