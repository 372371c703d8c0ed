import { jobs } from '@memory/contracts';
import { resolveCodeGraph } from '@memory/core';
import { job } from '@memory/runtime';

/** Finds the edges of source files which have changed, or whose targets may have. */
export const handler = job('resolveCodeGraph', jobs.resolveCodeGraph, (message, services) =>
  resolveCodeGraph(services, message),
);
