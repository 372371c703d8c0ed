import { jobs } from '@memory/contracts';
import { scheduleNightlyWork } from '@memory/core';
import { job } from '@memory/runtime';

/** Enqueues the nightly work of each workspace. */
export const handler = job('scheduleNightlyWork', jobs.scheduleNightlyWork, (_, services) =>
  scheduleNightlyWork(services),
);
