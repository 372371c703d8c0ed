import type { ListMemoriesQuery, Memory, MemoryOrdering } from '@memory/contracts';
import { listMemories as listMemoryRows, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';
import { presentMemory } from './present-memory.ts';

const DAY_MS = 86_400_000;
const PRUNING_IMPORTANCE = 0.3;
const PRUNING_IDLE_DAYS = 90;

/** A page of the workspace's memories. Form B knows no filter by tags. */
export async function listMemories(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { memory_type, tags, limit, offset, ordering, pruning_candidates }: ListMemoriesQuery,
): Promise<Memory[]> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  const rows = await listMemoryRows(db, workspace.id, {
    memoryType: memory_type,
    tags: settings.memoryIdForm === 'A' ? tags : [],
    limit,
    offset,
    orderBy: ordering.replace(/^-/u, '') as MemoryOrdering,
    descending: ordering.startsWith('-'),
    pruning: pruning_candidates
      ? {
          importanceBelow: PRUNING_IMPORTANCE,
          createdBefore: daysAgo(settings.retentionDays),
          accessedBefore: daysAgo(PRUNING_IDLE_DAYS),
        }
      : undefined,
  });
  return rows.map((row) => presentMemory(row, settings.memoryIdForm));
}
