import { listObservations } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/sessions/{session_id}/observations: the oldest first. */
export const handler = endpoint('listObservations', (services, workspace, { path, query }) =>
  listObservations(services, workspace, { ...path, ...query }),
);
