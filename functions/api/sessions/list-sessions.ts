import { routes } from '@memory/contracts';
import { listSessions } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/sessions/: a page of sessions, the latest first. */
export const handler = endpoint(routes.listSessions, ({ workspace, query }, services) =>
  listSessions(services, workspace, query),
);
