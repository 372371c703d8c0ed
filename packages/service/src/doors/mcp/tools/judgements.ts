import { type Contradiction, shortRef } from '@memory/contracts';
import {
  createRelationship,
  listContradictions,
  listGrounds,
  reopenContradiction,
  reopenGround,
  retractRelationship,
  ServiceError,
  settleContradiction,
  settleGround,
} from '@memory/core';
import { dayOf } from '../rows/memory-rows.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

export const memoryRelate = tool(
  'memory_relate',
  async (services, workspace, { context, retract, ...named }) => {
    if (retract) await retractRelationship(services, workspace, { query: {}, body: named });
    else await createRelationship(services, workspace, { ...named, context: context ?? null });
    return {
      ...named,
      is_declared: !retract,
      hint: retract
        ? 'Taken back. The same call without retract declares it again.'
        : 'Declared. The same call with retract true takes it back.',
    };
  },
);

/** contradiction_list: pairs of memories of which perhaps only one holds, or what was said of such. */
export const contradictionList = tool(
  'contradiction_list',
  async (services, workspace, { state, limit, offset }) => {
    const { count, results } = await listContradictions(services, workspace, { state, limit, offset });
    const identifier = services.settings.memoryIdForm === 'A' ? 'id' : 'memory_id';
    const side = ({ memory, title, memory_type, created_at, narrative }: Contradiction['source']) => ({
      [identifier]: shortRef(memory),
      title,
      memory_type,
      date: created_at.slice(0, 10),
      passage: narrative,
    });
    const rows = results.map(({ source, target, reason, subject, settlement }) => ({
      source: side(source),
      target: side(target),
      reason,
      ...(settlement
        ? {
            verdict: settlement.verdict,
            date: settlement.settled_at.slice(0, 10),
            author: settlement.settled_by ?? undefined,
            context: settlement.context ?? undefined,
          }
        : { context: subject ?? undefined }),
    }));
    if (rows.length === 0) return { count, results: rows, hint: 'There are none, or no more.' };
    const hint =
      state === 'open'
        ? 'contradiction_settle says which holds: the source replaces the target, both hold, or neither.'
        : 'contradiction_settle with retract true takes one back.';
    return recalled({ count, results: rows, hint });
  },
);

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

export const groundList = tool('ground_list', async (services, workspace, { state, mine, limit, offset }) => {
  const author = mine ? (workspace.author ?? undefined) : undefined;
  const { count, results } = await listGrounds(services, workspace, { state, author, limit, offset });
  const identifier = services.settings.memoryIdForm === 'A' ? 'id' : 'memory_id';
  const rows = results.map(
    ({ memory, title, memory_type, created_at, author: by, branch, code, narrative, settlement }) => ({
      [identifier]: shortRef(memory),
      title,
      memory_type,
      date: dayOf(created_at),
      author: by ?? undefined,
      branch: branch ?? undefined,
      code: code ?? undefined,
      ...(settlement
        ? {
            verdict: settlement.verdict,
            settled_by: settlement.settled_by,
            context: settlement.context ?? undefined,
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
