import { jobs } from '@memory/contracts';
import { resumeUploads, sweepWorkspaces } from '@memory/core';
import { job } from '@memory/runtime';

/** Finds the workspaces that need upkeep, and the uploads that stand still. */
export const handler = job('sweepWorkspaces', jobs.sweepWorkspaces, async (message, services) => {
  await sweepWorkspaces(services, message);
  await resumeUploads(services, message);
});
