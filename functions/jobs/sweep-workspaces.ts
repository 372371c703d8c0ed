import { jobs } from '@memory/contracts';
import { sweepWorkspaces } from '@memory/core';
import { job } from '@memory/runtime';

/** Finds the workspaces that need upkeep. */
export const handler = job('sweepWorkspaces', jobs.sweepWorkspaces, (message, services) =>
  sweepWorkspaces(services, message),
);
