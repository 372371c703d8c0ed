import { scheduleNightlyWork } from '@memory/core';
import { schedule } from '@memory/runtime';

/** Enqueues the nightly work of each workspace. */
export const handler = schedule('scheduleNightlyWork', scheduleNightlyWork);
