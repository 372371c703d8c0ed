import { endIdleSessions } from '@memory/core';
import { schedule } from '@memory/service';

/** Ends sessions without a sign of life, and asks again for summaries that are overdue. */
export const handler = schedule('endIdleSessions', endIdleSessions);
