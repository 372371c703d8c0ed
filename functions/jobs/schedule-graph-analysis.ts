import { scheduleGraphAnalysis } from '@memory/core';
import { schedule } from '@memory/service';

/** Enqueues the analysis of each workspace whose graph has changed. */
export const handler = schedule('scheduleGraphAnalysis', scheduleGraphAnalysis);
