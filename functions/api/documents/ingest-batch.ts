import { routes } from '@memory/contracts';
import { ingestBatch } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/documents/batch: ingests the valid documents of a batch and reports the others. */
export const handler = endpoint(routes.ingestBatch, async ({ workspace, body, addRedacted }, services) => {
  const { reply, redacted } = await ingestBatch(
    services,
    workspace,
    body.documents.map((value, index) => ({ index, value })),
    { gone: body.gone ? [body.gone] : [] },
  );
  addRedacted(redacted);
  return reply;
});
