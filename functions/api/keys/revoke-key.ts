import { revokeKey } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/keys/{id}: revokes a key at once. */
export const handler = endpoint('revokeKey', (services, workspace, { path }) =>
  revokeKey(services, workspace, path.id),
);
