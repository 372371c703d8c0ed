import { embedMemories } from '@memory/core';
import { batchJob } from '@memory/runtime';

/** Embeds memories of one workspace together, and enqueues their discovery. */
export const handler = batchJob('generateEmbedding', embedMemories);
