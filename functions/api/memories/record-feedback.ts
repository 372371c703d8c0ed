import { recordFeedback } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/{ref}/feedback: keeps whether a memory was useful. */
export const handler = endpoint('recordFeedback', (services, workspace, { path, body }) =>
  recordFeedback(services, workspace, { ...path, ...body }),
);
