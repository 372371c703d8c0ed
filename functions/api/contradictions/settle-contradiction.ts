import { settleContradiction } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/contradictions/settle: says which of two memories holds. */
export const handler = endpoint('settleContradiction', (services, workspace, { body }) =>
  settleContradiction(services, workspace, body),
);
