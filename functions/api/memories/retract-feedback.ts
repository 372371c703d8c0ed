import { retractFeedback } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/memories/{ref}/feedback: takes the last feedback back that said so. */
export const handler = endpoint('retractFeedback', (services, workspace, { path, query }) =>
  retractFeedback(services, workspace, { ...path, ...query }),
);
