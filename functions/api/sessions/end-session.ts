import { endSession } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/sessions/{session_id}/end: ends it; summary and memories follow as a job. */
export const handler = endpoint('endSession', (services, workspace, { path, body }) =>
  endSession(services, workspace, { ...path, ...body }),
);
