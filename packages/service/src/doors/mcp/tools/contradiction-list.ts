import type { Contradiction } from '@memory/contracts';
import { listContradictions } from '@memory/core';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** contradiction_list: pairs of memories of which perhaps only one holds, or what was said of such. */
export const contradictionList = tool(
  'contradiction_list',
  async (services, workspace, { state, limit, offset }) => {
    const { count, results } = await listContradictions(services, workspace, { state, limit, offset });
    const identifier = services.settings.memoryIdForm === 'A' ? 'id' : 'memory_id';
    const side = ({ memory, title, memory_type, created_at, narrative }: Contradiction['source']) => ({
      [identifier]: memory,
      title,
      memory_type,
      date: created_at.slice(0, 10),
      passage: narrative,
    });
    const rows = results.map(({ source, target, reason, settlement }) => ({
      source: side(source),
      target: side(target),
      reason,
      ...(settlement
        ? {
            verdict: settlement.verdict,
            date: settlement.settled_at.slice(0, 10),
            ...(settlement.settled_by === null ? {} : { author: settlement.settled_by }),
            ...(settlement.context === null ? {} : { context: settlement.context }),
          }
        : {}),
    }));
    if (rows.length === 0) return { count, results: rows, hint: 'There are none, or no more.' };
    const hint =
      state === 'open'
        ? 'contradiction_settle says which holds: the source replaces the target, both hold, or neither.'
        : 'contradiction_settle with retract true takes one back.';
    return recalled({ count, results: rows, hint });
  },
);
