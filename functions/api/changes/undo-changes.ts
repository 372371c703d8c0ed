import { undoChanges } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/changes/undo: takes back a change or a batch. */
export const handler = endpoint('undoChanges', (services, workspace, { body }) =>
  undoChanges(services, workspace, body),
);
