import { getSessionContext } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/sessions/{session_id}/context: what is worth knowing at the start of work. */
export const handler = endpoint('getSessionContext', (services, workspace, { path, query }) =>
  getSessionContext(services, workspace, { ...path, ...query }),
);
