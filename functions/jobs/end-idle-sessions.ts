import { jobs } from '@memory/contracts';
import { endIdleSessions } from '@memory/core';
import { job } from '@memory/runtime';

/** Ends sessions without a sign of life, and asks again for summaries that are overdue. */
export const handler = job('endIdleSessions', jobs.endIdleSessions, (_, services) =>
  endIdleSessions(services),
);
