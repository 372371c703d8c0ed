import { deleteDocuments, ServiceError } from '@memory/core';
import { tool } from '../server/tool.ts';

/** document_delete: a document goes with its memories. */
export const documentDelete = tool('document_delete', async (services, workspace, { document_id: id }) => {
  const { deleted_count: deleted, removed } = await deleteDocuments(services, workspace, {
    document_ids: [id],
  });
  if (deleted === 0) throw new ServiceError('not_found', `Document ${id} was not found.`);
  return { document_id: id, removed, hint: 'To bring it back, ingest it again.' };
});
