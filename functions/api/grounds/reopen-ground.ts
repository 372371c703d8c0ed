import { reopenGround } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/grounds/{id}: takes back what was said. */
export const handler = endpoint('reopenGround', (services, workspace, { path }) =>
  reopenGround(services, workspace, { id: path.id }),
);
