import { ingestDocument } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/documents: turns a document into memories, or brings them up to date. */
export const handler = endpoint('ingestDocument', async (services, workspace, { body, addRedacted }) => {
  const { reply, redacted } = await ingestDocument(services, workspace, body);
  addRedacted(redacted);
  return reply;
});
