import { routes } from '@memory/contracts';
import { settleContradiction } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/contradictions/settle: says which of two memories holds. */
export const handler = endpoint(routes.settleContradiction, ({ workspace, body }, services) =>
  settleContradiction(services, workspace, body),
);
