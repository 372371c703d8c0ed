import { getSession } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/sessions/{session_id}: one session. */
export const handler = endpoint('getSession', (services, workspace, { path }) =>
  getSession(services, workspace, path.session_id),
);
