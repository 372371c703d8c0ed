import { routes } from '@memory/contracts';
import { recordFeedback } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/{ref}/feedback: keeps whether a memory was useful. */
export const handler = endpoint(routes.recordFeedback, ({ workspace, path, body }, services) =>
  recordFeedback(services, workspace, path.ref, body),
);
