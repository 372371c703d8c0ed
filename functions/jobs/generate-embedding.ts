import { embedMemories } from '@memory/core';
import { batchJob } from '@memory/service';

/** Embeds memories of one workspace together, and enqueues their discovery. */
export const handler = batchJob('generateEmbedding', embedMemories);
