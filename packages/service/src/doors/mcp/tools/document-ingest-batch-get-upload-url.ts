import { createUpload } from '@memory/core';
import { tool } from '../server/tool.ts';

/** document_ingest_batch_get_upload_url: where a large batch may be sent. */
export const documentIngestBatchGetUploadUrl = tool(
  'document_ingest_batch_get_upload_url',
  (services, workspace) =>
    createUpload(services, workspace, {
      purpose: 'documents',
      document_type: null,
      deliverable_id: null,
      gone: [],
    }),
);
