import {
  deleteFeedback,
  deleteGroundSettlement,
  deleteManualRelationship,
  findGround,
  findGroundSettlement,
  writeAnchors,
  type KeptGroundSettlement,
  type MemoryRef,
  type Workspace,
} from '@memory/db';
import { undoChanges } from '../history/undo-changes.ts';
import { isUuid, requireMemoryRef } from '../memories/memory-ref.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { judgeAnchors } from './judge-anchors.ts';
import { settlementBatch } from './settle-ground.ts';

type Needed = Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>;

/**
 * Takes back what was said of a memory whose code changed: its anchors are as before and judged by the index as it is now, its
 * text and the vote go back. Only the last thing said of a memory can be taken back.
 * @param named a settlement, or the memory of which it was said last
 * @throws not_found; conflict where something was said or changed later
 */
export async function reopenGround(
  services: Needed,
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
  { db, settings }: Needed,
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
  services: Needed,
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
