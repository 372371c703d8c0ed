import type { GroundSettlement, SettleGroundBody } from '@memory/contracts';
import {
  findGround,
  insertFeedback,
  insertGroundSettlement,
  markObsolete,
  withChangeBatch,
  writeAnchors,
  writeGrounds,
  type StandingGround,
  type Workspace,
} from '@memory/db';
import { memoryNotFound, requireMemoryRef } from '../memories/memory-ref.ts';
import { updateMemory } from '../memories/update-memory.ts';
import { declareRelationship } from '../relationships/create-relationship.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { anchorMemories } from './anchor-memories.ts';

/** The batch of what a settlement changed in the memory's text. */
export const settlementBatch = (id: string): string => `ground:${id}`;

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
