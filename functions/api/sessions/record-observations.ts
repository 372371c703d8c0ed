import { routes } from '@memory/contracts';
import { recordObservations } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/sessions/{session_id}/observations: keeps what happened. */
export const handler = endpoint(routes.recordObservations, ({ workspace, path, body, redacted }, services) =>
  recordObservations(services, workspace, path.session_id, body, redacted),
);
