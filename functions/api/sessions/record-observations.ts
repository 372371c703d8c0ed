import { recordObservations } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/sessions/{session_id}/observations: keeps what happened. */
export const handler = endpoint('recordObservations', (services, workspace, { path, body, redacted }) =>
  recordObservations(services, workspace, { ...path, ...body, redacted }),
);
