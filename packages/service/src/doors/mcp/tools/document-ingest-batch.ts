import { ingestBatch } from '@memory/core';
import { tool } from '../server/tool.ts';

/** document_ingest_batch: several documents; a faulty one is reported and the others are kept. */
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
