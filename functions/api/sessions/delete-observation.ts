import { routes } from '@memory/contracts';
import { retractObservation } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** DELETE /api/v1/sessions/{session_id}/observations/{id}: takes an observation back. */
export const handler = endpoint(routes.deleteObservation, ({ workspace, path }, services) =>
  retractObservation(services, workspace, path.session_id, { id: path.id }),
);
