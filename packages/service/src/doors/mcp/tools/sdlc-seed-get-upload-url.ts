import { createUpload } from '@memory/core';
import { tool } from '../server/tool.ts';

/** sdlc_seed_get_upload_url: where a large batch of SDLC documents may be sent. */
export const sdlcSeedGetUploadUrl = tool('sdlc_seed_get_upload_url', (services, workspace) =>
  createUpload(services, workspace, { purpose: 'sdlc', document_type: null, deliverable_id: null, gone: [] }),
);
