import { resendLostRepositories, resolveCodeGraph } from '@memory/core';
import { job } from '@memory/service';

/** Finds the edges of source files which have changed, or whose targets may have. */
export const handler = job('resolveCodeGraph', resolveCodeGraph, { otherwise: resendLostRepositories });
