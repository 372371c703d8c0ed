import { updateSession } from '@memory/core';
import { endpoint } from '@memory/service';

/** PATCH /api/v1/sessions/{session_id}: replaces metadata or summary. */
export const handler = endpoint('updateSession', (services, workspace, { path, body }) =>
  updateSession(services, workspace, { ...path, ...body }),
);
