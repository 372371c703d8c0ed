import { jobs } from '@memory/contracts';
import { scheduleGraphAnalysis } from '@memory/core';
import { job } from '@memory/runtime';

/** Enqueues the analysis of each workspace whose graph has changed. */
export const handler = job('scheduleGraphAnalysis', jobs.scheduleGraphAnalysis, (_payload, services) =>
  scheduleGraphAnalysis(services),
);
