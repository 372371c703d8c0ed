import { reclassifyMemories } from '@memory/core';
import { job } from '@memory/service';

/** Gives memories and relationships of a workspace a better type, and records it. */
export const handler = job('reclassifyMemories', reclassifyMemories);
