import { reembedWorkspace } from '@memory/core';
import { job } from '@memory/service';

/** One step of embedding a workspace with another model. */
export const handler = job('reembedWorkspace', reembedWorkspace);
