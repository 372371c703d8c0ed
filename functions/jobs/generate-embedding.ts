import { jobs } from '@memory/contracts';
import { embedMemories } from '@memory/core';
import { batchJob } from '@memory/runtime';

/** Embeds memories of one workspace together, and enqueues their discovery. */
export const handler = batchJob('generateEmbedding', jobs.generateEmbedding, (payloads, services) =>
  embedMemories(services, {
    workspaceId: payloads[0].workspaceId,
    memoryIds: payloads.map(({ memoryId }) => memoryId),
  }),
);
