import { routes } from '@memory/contracts';
import { createKey } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/keys: makes a key; its secret is shown this once. */
export const handler = endpoint(routes.createKey, ({ workspace, body }, services) =>
  createKey(services, workspace, body),
);
