import { routes } from '@memory/contracts';
import { retractFeedback } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** DELETE /api/v1/memories/{ref}/feedback: takes the last feedback back that said so. */
export const handler = endpoint(routes.retractFeedback, ({ workspace, path, query }, services) =>
  retractFeedback(services, workspace, path.ref, query),
);
