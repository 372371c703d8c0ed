import { discoverRelationships } from '@memory/core';
import { batchJob } from '@memory/service';

/** Finds the relationships of memories of one workspace. */
export const handler = batchJob('discoverRelationships', discoverRelationships);
