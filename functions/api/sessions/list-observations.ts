import { routes } from '@memory/contracts';
import { listObservations } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/sessions/{session_id}/observations: the oldest first. */
export const handler = endpoint(routes.listObservations, ({ workspace, path, query }, services) =>
  listObservations(services, workspace, path.session_id, query),
);
