import { routes } from '@memory/contracts';
import { reopenContradiction } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** DELETE /api/v1/contradictions/{id}: takes a settlement back. */
export const handler = endpoint(routes.reopenContradiction, ({ workspace, path }, services) =>
  reopenContradiction(services, workspace, { id: path.id }),
);
