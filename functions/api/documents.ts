import { documents } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/documents
export const ingestDocument = endpoint(
  documents,
  'ingestDocument',
  async (services, workspace, input, { addRedacted }) => {
    const { reply, redacted } = await core.ingestDocument(services, workspace, input);
    addRedacted(redacted);
    return reply;
  },
);
export const ingestBatch = endpoint(
  documents,
  'ingestBatch',
  async (services, workspace, { documents, gone }, { addRedacted }) => {
    const { reply, redacted } = await core.ingestBatch(services, workspace, {
      items: documents.map((value, index) => ({ index, value })),
      gone: gone ? [gone] : [],
    });
    addRedacted(redacted);
    return reply;
  },
);
export const createUpload = endpoint(documents, 'createUpload', (services, workspace, input, { redacted }) =>
  core.createUpload(services, workspace, { ...input, redacted }),
);
export const getUpload = endpoint(documents, 'getUpload', core.getUpload);
export const listDocuments = endpoint(documents, 'listDocuments', core.listDocuments);
export const getDocument = endpoint(documents, 'getDocument', core.getDocument);
export const deleteDocument = endpoint(documents, 'deleteDocument', core.deleteDocument);
export const deleteDocuments = endpoint(documents, 'deleteDocuments', core.deleteDocuments);
