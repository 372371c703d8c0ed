import { retractObservation } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/sessions/{session_id}/observations/{id}: takes an observation back. */
export const handler = endpoint('deleteObservation', (services, workspace, { path }) =>
  retractObservation(services, workspace, path),
);
