import { createUpload } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/documents/upload-url: an address that takes one large file of documents. */
export const handler = endpoint('createUpload', (services, workspace, { body, redacted }) =>
  createUpload(services, workspace, { ...body, redacted }),
);
