import { ingestBatch } from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';
import { ingestText } from '../text/ingest-text.ts';

/** document_ingest_batch: several documents; a faulty one is reported and the others are kept. */
export const documentIngestBatch = tool(
  'document_ingest_batch',
  async (services, workspace, { documents }) => {
    const items = documents.map((value, index) => ({ index, value }));
    const reply = await ingestBatch(services, workspace, items);
    const refused = reply.errors.map(({ index, msg }) => `- document ${index}: ${msg}`);
    return {
      structured: reply,
      text: [`${countOf(reply.documents, 'document')}: ${ingestText(reply)}`, ...refused].join('\n'),
    };
  },
);
