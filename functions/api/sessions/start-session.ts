import { routes } from '@memory/contracts';
import { startSession } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/sessions/start: begins a period of work. */
export const handler = endpoint(routes.startSession, ({ workspace, body }, services) =>
  startSession(services, workspace, body),
);
