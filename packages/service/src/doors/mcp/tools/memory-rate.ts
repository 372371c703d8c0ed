import { recordFeedback, retractFeedback } from '@memory/core';
import { dayOf, titleRow } from '../rows/memory-row.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** memory_rate: feedback, as over REST. */
export const memoryRate = tool(
  'memory_rate',
  async (services, workspace, { ref, useful, context, retract }) => {
    const memory = retract
      ? await retractFeedback(services, workspace, { ref, useful })
      : await recordFeedback(services, workspace, {
          ref,
          useful,
          context: context ?? null,
          session_id: null,
        });
    return recalled({
      ...titleRow(memory),
      date: dayOf(memory.created_at),
      useful_count: memory.feedback_positive_count,
      not_useful_count: memory.feedback_negative_count,
    });
  },
);
