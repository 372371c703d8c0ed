import { createUpload } from '@memory/core';
import { tool } from '../server/tool.ts';
import { uploadText } from '../text/upload-text.ts';

/** document_ingest_batch_get_upload_url: where a large batch may be sent. */
export const documentIngestBatchGetUploadUrl = tool(
  'document_ingest_batch_get_upload_url',
  async (services, workspace) => {
    const upload = await createUpload(services, workspace, {
      purpose: 'documents',
      document_type: null,
      deliverable_id: null,
    });
    return { structured: upload, text: uploadText(upload) };
  },
);
