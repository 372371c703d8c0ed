import { ingestDocument } from '@memory/core';
import { tool } from '../server/tool.ts';
import { ingestText } from '../text/ingest-text.ts';

/** document_ingest: a document becomes searchable memories. */
export const documentIngest = tool(
  'document_ingest',
  async (services, workspace, { content, title, memory_type, tags }) => {
    const ingested = await ingestDocument(services, workspace, {
      content,
      title,
      memory_type,
      tags,
      source: null,
      document_type: null,
      deliverable_id: null,
    });
    return { structured: ingested, text: ingestText(ingested) };
  },
);
