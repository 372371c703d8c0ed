import { routes } from '@memory/contracts';
import { getSessionContext } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/sessions/{session_id}/context: what is worth knowing at the start of work. */
export const handler = endpoint(routes.getSessionContext, ({ workspace, path, query }, services) =>
  getSessionContext(services, workspace, path.session_id, query),
);
