import { routes } from '@memory/contracts';
import { listKeys } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/keys: the keys of the workspace, without secrets. */
export const handler = endpoint(routes.listKeys, ({ workspace }, services) => listKeys(services, workspace));
