import { listGrounds } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { dayOf } from '../rows/memory-row.ts';
import { tool } from '../server/tool.ts';

/** ground_list: memories whose code changed or is gone, or what was said of such. */
export const groundList = tool('ground_list', async (services, workspace, { state, mine, limit, offset }) => {
  const author = mine ? (workspace.author ?? undefined) : undefined;
  const { count, results } = await listGrounds(services, workspace, { state, author, limit, offset });
  const identifier = services.settings.memoryIdForm === 'A' ? 'id' : 'memory_id';
  const rows = results.map(
    ({ memory, title, memory_type, created_at, author: by, branch, code, narrative, settlement }) => ({
      [identifier]: memory,
      title,
      memory_type,
      date: dayOf(created_at),
      ...(by === null ? {} : { author: by }),
      ...(branch === null ? {} : { branch }),
      ...(code === null ? {} : { code }),
      ...(settlement
        ? {
            verdict: settlement.verdict,
            settled_by: settlement.settled_by,
            ...(settlement.context === null ? {} : { context: settlement.context }),
          }
        : {}),
      passage: narrative,
    }),
  );
  if (rows.length === 0) return { count, results: rows, hint: 'There are none, or no more.' };
  const hint =
    state !== 'settled'
      ? 'Look at the code, then ground_settle says: still_true, updated with a new text, or obsolete.'
      : 'ground_settle with retract true takes the last one of a memory back.';
  return recalled({ count, results: rows, hint });
});
