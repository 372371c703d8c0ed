import { listKeys } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/keys: the keys of the workspace, without secrets. */
export const handler = endpoint('listKeys', (services, workspace) => listKeys(services, workspace));
