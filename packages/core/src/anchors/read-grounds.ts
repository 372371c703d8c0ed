import {
  type ListGroundsQuery,
  type ListGroundsReply,
  type ReadGroundsQuery,
  type ReadGroundsReply,
  type ShownAnchor,
  shortRef,
} from '@memory/contracts';
import {
  listGrounds as listGroundRows,
  type Workspace,
  readGrounds as readGroundRows,
  listShownAnchors as readShownAnchors,
  listLostGrounds,
} from '@memory/db';
import { branchMark } from '../branches/branch-mark.ts';
import { identifyIn, presentTimestamp, presentOptionalTimestamp } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { parseMemoryRef } from '../memories/memory-ref.ts';

/** Memories whose code changed or is gone, the most recalled first; or those of which somebody said what becomes of them. */
export async function listGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { state, author, limit, offset }: ListGroundsQuery,
): Promise<ListGroundsReply> {
  const { count, grounds } = await listGroundRows(db, workspace.id, { state, author, limit, offset });
  const identify = identifyIn(settings.memoryIdForm);
  return {
    count,
    results: grounds.map(({ id, memory_id, created_at, settlement, branch, branch_state, ...shown }) => ({
      memory: identify({ id, memory_id }),
      ...shown,
      branch: branchMark({ branch, branch_state }),
      created_at: presentTimestamp(created_at),
      settlement: settlement && { ...settlement, settled_at: presentTimestamp(settlement.settled_at) },
    })),
  };
}

/** How memories stand to their code and of which branch they are, in the order they were named; unknown ones, and those of neither, are left out. */
export async function readGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { memory: given }: ReadGroundsQuery,
): Promise<ReadGroundsReply> {
  const form = settings.memoryIdForm;
  const refs = given.flatMap((one) => parseMemoryRef(form, one) ?? []);
  const rows = await readGroundRows(db, workspace.id, { refs });
  const identify = identifyIn(form);
  const place = new Map(given.map((ref, at) => [shortRef(ref), at]));
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
      .toSorted((a, b) => (place.get(shortRef(a.memory)) ?? 0) - (place.get(shortRef(b.memory)) ?? 0)),
  };
}

/** Anchors of memories, by their identifiers as they are given. */
export async function listShownAnchors(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  refs: readonly string[],
): Promise<ShownAnchor[]> {
  if (refs.length === 0) return [];
  const form = settings.memoryIdForm;
  const identify = identifyIn(form);
  const given = new Set(refs);
  const anchors = await readShownAnchors(db, workspace.id, {
    refs: refs.flatMap((ref) => parseMemoryRef(form, ref) ?? []),
  });
  const asGiven = (id: string) => (given.has(id) ? id : shortRef(id));
  return anchors.map(({ id, memory_id, grounded_at, said_at, indexed_at, ...anchor }) => ({
    memory: asGiven(identify({ id, memory_id })),
    ...anchor,
    grounded_at: presentTimestamp(grounded_at),
    said_at: presentOptionalTimestamp(said_at),
    indexed_at: presentTimestamp(indexed_at),
  }));
}

/** By identifier of the deployment's form: what became of the code of those memories for which it is not as it was. */
export async function findLostGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const isFormA = settings.memoryIdForm === 'A';
  const lost = await listLostGrounds(db, workspace.id, isFormA ? { ids: refs } : { memoryIds: refs });
  return new Map(lost.map(({ id, memory_id, code }) => [isFormA ? id : memory_id, code]));
}
