import { routes } from '@memory/contracts';
import { getSession } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/sessions/{session_id}: one session. */
export const handler = endpoint(routes.getSession, ({ workspace, path }, services) =>
  getSession(services, workspace, path.session_id),
);
