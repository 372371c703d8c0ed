import { routes } from '@memory/contracts';
import { ingestDocument } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/documents: turns a document into memories, or brings them up to date. */
export const handler = endpoint(routes.ingestDocument, async ({ workspace, body, addRedacted }, services) => {
  const { reply, redacted } = await ingestDocument(services, workspace, body);
  addRedacted(redacted);
  return reply;
});
