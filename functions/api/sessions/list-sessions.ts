import { listSessions } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/sessions/: a page of sessions, the latest first. */
export const handler = endpoint('listSessions', (services, workspace, { query }) =>
  listSessions(services, workspace, query),
);
