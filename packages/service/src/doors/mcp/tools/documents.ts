import { DocumentInput } from '@memory/contracts';
import {
  createUpload,
  deleteDocuments,
  ingestBatch,
  ingestDocument,
  listDocuments,
  ServiceError,
  titleOfContent,
} from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

export const documentIngest = tool('document_ingest', async (services, workspace, given) => {
  const { reply, redacted } = await ingestDocument(services, workspace, DocumentInput.parse(given));
  return { ...reply, redacted_secrets: redacted };
});

export const documentIngestBatch = tool(
  'document_ingest_batch',
  async (services, workspace, { documents }) => {
    const {
      reply: { renamed: _, ...reply },
      redacted,
    } = await ingestBatch(services, workspace, {
      items: documents.map((value, index) => ({ index, value })),
    });
    return { ...reply, redacted_secrets: redacted };
  },
);

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

export const documentList = tool(
  'document_list',
  async (services, workspace, { origin, under, limit, offset }) => {
    const { count, results } = await listDocuments(services, workspace, { origin, under, limit, offset });
    const rows = results.map(
      ({ id, title, source, origin: from, created_at, updated_at, section_count }) => ({
        document_id: id,
        title,
        source: source ?? undefined,
        origin: from ?? undefined,
        date: (updated_at ?? created_at).slice(0, 10),
        memories: section_count,
      }),
    );
    if (rows.length === 0) return { count, results: rows, hint: 'There are none, or no more.' };
    return recalled({ count, results: rows });
  },
);

export const documentDelete = tool('document_delete', async (services, workspace, { document_id: id }) => {
  const { deleted_count: deleted, removed } = await deleteDocuments(services, workspace, {
    document_ids: [id],
  });
  if (deleted === 0) throw new ServiceError('not_found', `Document ${id} was not found.`);
  return { document_id: id, removed, hint: 'To bring it back, ingest it again.' };
});

export const sdlcSeed = tool(
  'sdlc_seed',
  async (services, workspace, { content, document_type, deliverable_id }) => {
    const { reply, redacted } = await ingestDocument(
      services,
      workspace,
      DocumentInput.parse({ content, title: titleOfContent(content), document_type, deliverable_id }),
    );
    return { ...reply, redacted_secrets: redacted };
  },
);

export const sdlcSeedGetUploadUrl = tool('sdlc_seed_get_upload_url', (services, workspace) =>
  createUpload(services, workspace, { purpose: 'sdlc', document_type: null, deliverable_id: null, gone: [] }),
);

/** sdlc_get_version: the plugin of a key is the service itself; the stdio bridge puts its own version here. */
export const sdlcGetVersion = tool('sdlc_get_version', ({ settings: { version } }) =>
  Promise.resolve({ plugin_version: version, server_version: version }),
);
