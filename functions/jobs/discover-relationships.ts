import { jobs } from '@memory/contracts';
import { discoverRelationships } from '@memory/core';
import { batchJob } from '@memory/runtime';

/** Finds the relationships of memories of one workspace. */
export const handler = batchJob('discoverRelationships', jobs.discoverRelationships, (memories, services) =>
  discoverRelationships(services, { workspaceId: memories[0].workspaceId, memories }),
);
