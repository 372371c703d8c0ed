import { asTheyStand, getTimeline } from '@memory/core';
import { rowsWithPassages } from '../rows/passages.ts';
import { listOf } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

const PASSAGES = 2_400;

/** memory_get_timeline: what was stored in the last days, newest first. */
export const memoryGetTimeline = tool(
  'memory_get_timeline',
  async (services, workspace, { days, limit, offset }) => {
    const { results } = await getTimeline(services, workspace, { days, limit, offset });
    const found = await asTheyStand(services, workspace, results, { ordered: false });
    return listOf(rowsWithPassages(workspace, found, { budget: PASSAGES }), {
      ifNone: offset > 0 ? 'There are no more.' : `Nothing was stored in the last ${days} days.`,
    });
  },
);
