import { forget } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/forget: forgets memories wherever something of them stands. */
export const handler = endpoint('forget', (services, workspace, { body }) =>
  forget(services, workspace, body),
);
