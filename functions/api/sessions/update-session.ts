import { routes } from '@memory/contracts';
import { updateSession } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** PATCH /api/v1/sessions/{session_id}: replaces metadata or summary. */
export const handler = endpoint(routes.updateSession, ({ workspace, path, body }, services) =>
  updateSession(services, workspace, path.session_id, body),
);
