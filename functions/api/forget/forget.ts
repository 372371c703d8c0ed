import { routes } from '@memory/contracts';
import { forget } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/forget: forgets memories wherever something of them stands. */
export const handler = endpoint(routes.forget, ({ workspace, body }, services) =>
  forget(services, workspace, body),
);
