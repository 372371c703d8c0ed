import { reopenGround, ServiceError, settleGround } from '@memory/core';
import { tool } from '../server/tool.ts';

/** ground_settle: says what becomes of a memory whose code changed, or takes that back. */
export const groundSettle = tool(
  'ground_settle',
  async (services, workspace, { ref, verdict, title, content, replaced_by, context, retract }) => {
    if (retract) {
      await reopenGround(services, workspace, { memory: ref });
      return { is_settled: false, hint: 'Taken back: the memory stands as before.' };
    }
    if (verdict === undefined)
      throw new ServiceError('validation_failed', 'Give a verdict: still_true, updated or obsolete.');
    if ((verdict === 'updated') !== (title !== undefined || content !== undefined))
      throw new ServiceError(
        'validation_failed',
        'Give title or content with updated, and with nothing else.',
      );
    if (replaced_by !== undefined && verdict !== 'obsolete')
      throw new ServiceError('validation_failed', 'Give replaced_by with obsolete alone.');
    await settleGround(services, workspace, {
      memory_id: ref,
      verdict,
      title,
      narrative: content,
      replaced_by,
      context: context ?? null,
    });
    return { verdict, is_settled: true, hint: 'Settled. The same call with retract true takes it back.' };
  },
);
