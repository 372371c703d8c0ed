import { createKey } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/keys: makes a key; its secret is shown this once. */
export const handler = endpoint('createKey', (services, workspace, { body }) =>
  createKey(services, workspace, body),
);
