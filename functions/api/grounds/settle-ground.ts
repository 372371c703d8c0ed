import { settleGround } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/grounds/settle: says what becomes of a memory whose code changed. */
export const handler = endpoint('settleGround', (services, workspace, { body }) =>
  settleGround(services, workspace, body),
);
