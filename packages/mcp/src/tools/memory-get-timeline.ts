import { frameRecalled, getTimeline } from '@memory/core';
import { tool } from '../server/tool.ts';
import { memoryLines } from '../text/memory-lines.ts';

/** memory_get_timeline: what was stored in the last days, newest first. */
export const memoryGetTimeline = tool('memory_get_timeline', async (services, workspace, { days, limit }) => {
  const timeline = await getTimeline(services, workspace, { days, limit });
  const lines = timeline.results.flatMap((memory) => memoryLines(memory));
  return {
    structured: timeline,
    text:
      lines.length > 0
        ? frameRecalled('memory_get_timeline', lines)
        : `Nothing was stored in the last ${days} days.`,
  };
});
