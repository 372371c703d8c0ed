import { reopenContradiction } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/contradictions/{id}: takes a settlement back. */
export const handler = endpoint('reopenContradiction', (services, workspace, { path }) =>
  reopenContradiction(services, workspace, { id: path.id }),
);
