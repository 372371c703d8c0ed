import { recordFeedback } from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';

/** memory_rate: feedback, as over REST. */
export const memoryRate = tool('memory_rate', async (services, workspace, { ref, useful, context }) => {
  const memory = await recordFeedback(services, workspace, ref, {
    useful,
    context: context ?? null,
    session_id: null,
  });
  const { feedback_positive_count: positive, feedback_negative_count: negative } = memory;
  return {
    structured: memory,
    text: `Rated. Useful ${countOf(positive, 'time')}, not useful ${countOf(negative, 'time')}.`,
  };
});
