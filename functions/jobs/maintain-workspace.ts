import { jobs } from '@memory/contracts';
import { maintainWorkspace } from '@memory/core';
import { job } from '@memory/runtime';

/** Keeps a workspace in order: lost work, statistics, model, index. */
export const handler = job('maintainWorkspace', jobs.maintainWorkspace, (message, services) =>
  maintainWorkspace(services, message),
);
