import { scheduleNightlyWork } from '@memory/core';
import { schedule } from '@memory/service';

/** Enqueues the nightly work of each workspace. */
export const handler = schedule('scheduleNightlyWork', scheduleNightlyWork);
