import { startSession } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/sessions/start: begins a period of work. */
export const handler = endpoint('startSession', (services, workspace, { body }) =>
  startSession(services, workspace, body),
);
