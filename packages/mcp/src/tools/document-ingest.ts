import { ingestDocument } from '@memory/core';
import { tool } from '../server/tool.ts';

/** document_ingest: a document becomes searchable memories. */
export const documentIngest = tool(
  'document_ingest',
  (services, workspace, { content, title, memory_type, tags }) =>
    ingestDocument(services, workspace, {
      content,
      title,
      memory_type,
      tags,
      source: null,
      document_type: null,
      deliverable_id: null,
    }),
);
