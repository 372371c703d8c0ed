import type { ListMemoriesQuery, Memory, MemoryOrdering } from '@memory/contracts';
import { listMemories as listMemoryRows, type Workspace } from '@memory/db';
import { pruningLimits } from '../pruning/prune.ts';
import type { Services } from '../services.ts';
import { presentMemory } from './present-memory.ts';

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
