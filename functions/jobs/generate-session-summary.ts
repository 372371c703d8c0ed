import { generateSessionSummary } from '@memory/core';
import { job } from '@memory/service';

/** Turns what was observed in a session into its summary and memories. */
export const handler = job('generateSessionSummary', generateSessionSummary);
