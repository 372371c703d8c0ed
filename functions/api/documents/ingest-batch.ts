import { ingestBatch } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/documents/batch: ingests the valid documents of a batch and reports the others. */
export const handler = endpoint('ingestBatch', async (services, workspace, { body, addRedacted }) => {
  const { reply, redacted } = await ingestBatch(services, workspace, {
    items: body.documents.map((value, index) => ({ index, value })),
    gone: body.gone ? [body.gone] : [],
  });
  addRedacted(redacted);
  return reply;
});
