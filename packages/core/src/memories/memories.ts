import type { MemoryDetail, ListMemoriesQuery, Memory, MemoryOrdering } from '@memory/contracts';
import { findMemoryDetail, type Workspace, listMemories as listMemoryRows, deleteMemories } from '@memory/db';
import { pruningLimits } from '../pruning/prune.ts';
import type { Services } from '../services.ts';
import { memoryNotFound, requireMemoryRef, parseMemoryRef } from './memory-ref.ts';
import { presentMemoryDetail, presentMemory } from './present-memory.ts';

/** One memory with its feedback counts and relationships; reading it counts as nothing. @throws not_found */
export async function getMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<MemoryDetail> {
  const row = await findMemoryDetail(db, workspace.id, requireMemoryRef(settings.memoryIdForm, given));
  if (!row) throw memoryNotFound(given);
  return presentMemoryDetail(row, settings.memoryIdForm);
}

/** A page of the workspace's memories. Form B knows no filter by tags. */
export async function listMemories(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { memory_type, tags, limit, offset, ordering, pruning_candidates }: ListMemoriesQuery,
): Promise<Memory[]> {
  const { db, settings } = services;
  const rows = await listMemoryRows(db, workspace.id, {
    memoryType: memory_type,
    tags: settings.memoryIdForm === 'A' ? tags : [],
    limit,
    offset,
    orderBy: ordering.replace(/^-/u, '') as MemoryOrdering,
    descending: ordering.startsWith('-'),
    pruning: pruning_candidates ? pruningLimits(services) : undefined,
  });
  return rows.map((row) => presentMemory(row, settings.memoryIdForm));
}

/** Deletes a memory and its relationships for good. @throws not_found */
export async function deleteMemory(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { ref: given }: { ref: string },
): Promise<void> {
  const deleted = await deleteMemories(db, workspace.id, [requireMemoryRef(settings.memoryIdForm, given)]);
  if (deleted === 0) throw memoryNotFound(given);
}

/** Deletes what of the list is there; the unknown, the malformed and the foreign do not count, doubles count once. */
export async function batchDeleteMemories(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { memory_ids }: { memory_ids: readonly string[] },
): Promise<{ deleted_count: number }> {
  const refs = memory_ids.flatMap((id) => parseMemoryRef(settings.memoryIdForm, id) ?? []);
  return { deleted_count: await deleteMemories(db, workspace.id, refs) };
}
