import { reopenContradiction, settleContradiction } from '@memory/core';
import { tool } from '../server/tool.ts';

/** contradiction_settle: says which of two memories holds, or takes that back. */
export const contradictionSettle = tool(
  'contradiction_settle',
  async (services, workspace, { retract, context, ...named }) => {
    if (retract) await reopenContradiction(services, workspace, named);
    else await settleContradiction(services, workspace, { ...named, context: context ?? null });
    return {
      ...named,
      is_settled: !retract,
      hint: retract
        ? 'Taken back: the two stand as before.'
        : 'Settled. The same call with retract true takes it back.',
    };
  },
);
