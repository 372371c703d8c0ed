import { resumeUploads, sweepWorkspaces } from '@memory/core';
import { schedule } from '@memory/service';

/** Finds the workspaces that need upkeep, and the uploads that stand still. */
export const handler = schedule('sweepWorkspaces', async (services, message) => {
  await sweepWorkspaces(services, message);
  await resumeUploads(services, message);
});
