import { jobs } from '@memory/contracts';
import { maintainWorkspace } from '@memory/core';
import { job } from '@memory/runtime';

/** Sees to the lost work, the statistics, the model and the index of a workspace. */
export const handler = job('maintainWorkspace', jobs.maintainWorkspace, (message, services) =>
  maintainWorkspace(services, message),
);
