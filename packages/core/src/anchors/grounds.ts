import {
  type ListGroundsQuery,
  type ListGroundsReply,
  type ReadGroundsQuery,
  type ReadGroundsReply,
  type ShownAnchor,
  shortRef,
  type GroundSettlement,
  type SettleGroundBody,
} from '@memory/contracts';
import {
  listGrounds as listGroundRows,
  type Workspace,
  readGrounds as readGroundRows,
  listShownAnchors as readShownAnchors,
  listLostGrounds,
  deleteFeedback,
  deleteGroundSettlement,
  deleteManualRelationship,
  findGround,
  findGroundSettlement,
  writeAnchors,
  type KeptGroundSettlement,
  type MemoryRef,
  insertFeedback,
  insertGroundSettlement,
  markObsolete,
  withChangeBatch,
  writeGrounds,
  type StandingGround,
} from '@memory/db';
import { branchMark } from '../branches/branches.ts';
import { undoChanges } from '../history/undo-changes.ts';
import { parseMemoryRef, isUuid, requireMemoryRef, memoryNotFound } from '../memories/memory-ref.ts';
import {
  identifyIn,
  presentTimestamp,
  presentOptionalTimestamp,
  withMoments,
} from '../memories/present-memory.ts';
import { updateMemory } from '../memories/update-memory.ts';
import { declareRelationship } from '../relationships/relationships.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { anchorMemories } from './anchor-memories.ts';
import { judgeAnchors } from './judge-anchors.ts';

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
      settlement: settlement && withMoments(settlement),
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
        anchors: anchors.map(withMoments),
      }))
      .filter(({ verdict, branch }) => verdict !== null || branch !== null)
      .toSorted((a, b) => (place.get(shortRef(a.memory)) ?? 0) - (place.get(shortRef(b.memory)) ?? 0)),
  };
}

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
  return anchors.map(({ id, memory_id, ...anchor }) => ({
    memory: asGiven(identify({ id, memory_id })),
    ...withMoments(anchor),
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

type ToReopen = Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>;

/**
 * Takes back what was said of a memory whose code changed: its anchors are as before and judged by the index as it is now, its
 * text and the vote go back. Only the last thing said of a memory can be taken back.
 * @param named a settlement, or the memory of which it was said last
 * @throws not_found; conflict where something was said or changed later
 */
export async function reopenGround(
  services: ToReopen,
  workspace: Workspace,
  named: { id: string } | { memory: string },
): Promise<void> {
  const { db, clock, settings } = services;
  const settlement = await find(services, workspace, named);
  if (!settlement.is_last)
    throw new ServiceError('conflict', 'Something else was said of this memory later; take that back first.');
  if (settlement.verdict === 'updated') await takeTextBack(services, workspace, settlement);
  const { memory, anchors } = settlement;
  const ref: MemoryRef =
    settings.memoryIdForm === 'A' ? { form: 'A', id: memory.id } : { form: 'B', memoryId: memory.memory_id };
  const at = clock();
  await db.transaction(async (tx) => {
    // Somebody else took it back in this moment.
    if (!(await deleteGroundSettlement(tx, workspace.id, settlement))) throw notFound(named);
    const now = await findGround(tx, workspace.id, { ref });
    if (!now) throw notFound(named);
    await writeAnchors(tx, workspace.id, {
      memories: [{ id: memory.id, revision: now.revision }],
      anchors: anchors.map((anchor) => ({ ...anchor, memory_id: memory.id })),
      at,
    });
    if (settlement.verdict !== 'updated')
      await deleteFeedback(tx, workspace.id, { ref, useful: settlement.verdict === 'still_true' });
    if (settlement.relationship_id !== null)
      await deleteManualRelationship(tx, workspace.id, { settlement: settlement.relationship_id });
  });
  for (const repositoryId of new Set(anchors.map(({ repository_id }) => repository_id)))
    await judgeAnchors(services, workspace, { repositoryId });
}

async function find(
  { db, settings }: ToReopen,
  workspace: Workspace,
  named: { id: string } | { memory: string },
): Promise<KeptGroundSettlement> {
  const by =
    'memory' in named
      ? { ref: requireMemoryRef(settings.memoryIdForm, named.memory) }
      : isUuid(named.id)
        ? { id: named.id }
        : undefined;
  const found = by && (await findGroundSettlement(db, workspace.id, by));
  if (!found) throw notFound(named);
  return found;
}

const notFound = (named: { id: string } | { memory: string }) =>
  new ServiceError(
    'not_found',
    'id' in named
      ? `Settlement ${named.id} was not found.`
      : `Nothing was said of memory ${named.memory}, or there is none.`,
  );

async function takeTextBack(
  services: ToReopen,
  workspace: Workspace,
  { id }: KeptGroundSettlement,
): Promise<void> {
  const undone = undoChanges(services, workspace, { batch: settlementBatch(id) });
  const { left } = await undone.catch((error: unknown) => {
    // An earlier call came as far as this.
    if (error instanceof ServiceError && error.code === 'conflict') return { left: [] };
    throw error;
  });
  if (left.length > 0)
    throw new ServiceError('conflict', 'The text was changed since; take that change back first.');
}

/** The batch of what a settlement changed in the memory's text. */
const settlementBatch = (id: string): string => `ground:${id}`;

/** By whom, where the service does not know who calls. */
const SOMEBODY = 'somebody';

type Needed = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings'>;

/**
 * Says what becomes of a memory whose code changed. What is still true is tied to the code as it is now and counts as
 * helpful; an updated text is tied anew; what is obsolete is shown last and marked, and counts as not helpful.
 * @throws not_found; conflict where nothing is to be settled; what a relationship throws, for `replaced_by`
 */
export async function settleGround(
  services: Needed,
  workspace: Workspace,
  { memory_id: given, verdict, title, narrative, replaced_by, context }: SettleGroundBody,
): Promise<GroundSettlement> {
  const { db, clock, ids, settings } = services;
  const ref = requireMemoryRef(settings.memoryIdForm, given);
  const id = ids.uuid();
  const by = workspace.author ?? SOMEBODY;
  const before = await findGround(db, workspace.id, { ref });
  if (!before) throw memoryNotFound(given);
  if (!waits(before)) throw nothingToSettle(given);
  if (verdict === 'updated') {
    await withChangeBatch(settlementBatch(id), () =>
      updateMemory(services, workspace, { ref: given, title, narrative }),
    );
    const after = await findGround(db, workspace.id, { ref });
    if (after?.revision === before.revision)
      throw new ServiceError('conflict', `Memory ${given} says this already; still_true keeps it as it is.`);
    await anchorMemories(services, workspace, { ids: [before.id] });
  }
  const relationshipId =
    replaced_by === undefined
      ? null
      : await replace(services, workspace, { source: replaced_by, target: given, context, by });
  const at = clock();
  await db.transaction(async (tx) => {
    if (verdict === 'still_true') await tieAnew(tx, workspace, { ref, given, at });
    if (verdict === 'obsolete') {
      const reason = `obsolete: said by ${by} on ${at.toISOString().slice(0, 10)}`;
      if (!(await markObsolete(tx, workspace.id, { memoryId: before.id, reason, by, at })))
        throw nothingToSettle(given);
    }
    if (verdict !== 'updated')
      await insertFeedback(tx, workspace.id, {
        id: ids.uuid(),
        ref,
        useful: verdict === 'still_true',
        context: context ?? 'Its code had changed.',
        sessionId: null,
        at,
      });
    await insertGroundSettlement(tx, workspace.id, {
      id,
      memoryId: before.id,
      verdict,
      context,
      by,
      at,
      anchors: before.anchors.map((anchor) => anchor.before),
      relationshipId,
    });
  });
  return { id, verdict, context, settled_by: by, settled_at: at.toISOString() };
}

const waits = ({ verdict }: StandingGround): boolean => verdict === 'changed' || verdict === 'gone';

const nothingToSettle = (given: string) =>
  new ServiceError(
    'conflict',
    `Memory ${given} was settled already, or its code is as it was in the last index; after a change index it first.`,
  );

/** Ties a memory to what stands in the places of its anchors now; to what is gone no more. */
async function tieAnew(
  db: Needed['db'],
  workspace: Workspace,
  { ref, given, at }: { ref: ReturnType<typeof requireMemoryRef>; given: string; at: Date },
): Promise<void> {
  const ground = await findGround(db, workspace.id, { ref });
  if (!ground || !waits(ground)) throw nothingToSettle(given);
  const places = new Map(
    ground.anchors.flatMap(({ before, now, commit_id }) =>
      now
        ? [
            [
              `${before.repository_id} ${now.path} ${now.name}`,
              {
                ...before,
                ...now,
                memory_id: ground.id,
                source: 'settled' as const,
                commit_id,
                grounded_at: at.toISOString(),
              },
            ] as const,
          ]
        : [],
    ),
  );
  await writeAnchors(db, workspace.id, {
    memories: [{ id: ground.id, revision: ground.revision }],
    anchors: [...places.values()],
    at,
  });
  await writeGrounds(db, workspace.id, { repositoryId: null, memoryIds: [ground.id], at });
}

/** @returns the relationship's id */
async function replace(
  services: Needed,
  workspace: Workspace,
  { source, target, context, by }: { source: string; target: string; context: string | null; by: string },
): Promise<string | null> {
  const { relationships } = await declareRelationship(services, workspace, {
    source_id: source,
    target_id: target,
    type: 'supersedes',
    context,
    settledBy: by,
  });
  return relationships[0]?.id ?? null;
}
