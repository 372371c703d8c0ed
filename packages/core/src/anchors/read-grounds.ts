import type { ReadGroundsQuery, ReadGroundsReply } from '@memory/contracts';
import { readGrounds as readGroundRows, type Workspace } from '@memory/db';
import { branchMark } from '../branches/branch-mark.ts';
import { parseMemoryRef } from '../memories/memory-ref.ts';
import { identifyIn, presentOptionalTimestamp, presentTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** How memories stand to their code and of which branch they are, in the order they were named; unknown ones, and those of neither, are left out. */
export async function readGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { memory: given }: ReadGroundsQuery,
): Promise<ReadGroundsReply> {
  const form = settings.memoryIdForm;
  const refs = given.flatMap((one) => parseMemoryRef(form, one) ?? []);
  const named = [...new Set(refs.map((ref) => (ref.form === 'A' ? ref.id : ref.memoryId)))];
  const rows = await readGroundRows(db, workspace.id, form === 'A' ? { ids: named } : { memoryIds: named });
  const identify = identifyIn(form);
  const place = new Map(named.map((ref, at) => [ref, at]));
  return {
    results: rows
      .map(({ id, memory_id, judged_at, anchors, branch, branch_state, ...ground }) => ({
        memory: identify({ id, memory_id }),
        ...ground,
        judged_at: presentOptionalTimestamp(judged_at),
        branch: branchMark({ branch, branch_state }),
        anchors: anchors.map((anchor) => ({ ...anchor, grounded_at: presentTimestamp(anchor.grounded_at) })),
      }))
      .filter(({ verdict, branch }) => verdict !== null || branch !== null)
      .toSorted((a, b) => (place.get(a.memory) ?? 0) - (place.get(b.memory) ?? 0)),
  };
}
