import { DocumentInput } from '@memory/contracts';
import { ingestDocument } from '@memory/core';
import { tool } from '../server/tool.ts';

/** document_ingest: a document becomes searchable memories. */
export const documentIngest = tool('document_ingest', async (services, workspace, given) => {
  const { reply, redacted } = await ingestDocument(services, workspace, DocumentInput.parse(given));
  return { ...reply, redacted_secrets: redacted };
});
