import { deleteDocuments } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/documents/batch-delete: deletes documents and the memories of their sections. */
export const handler = endpoint('deleteDocuments', (services, workspace, { body }) =>
  deleteDocuments(services, workspace, body.document_ids),
);
