import type { Memory } from '@memory/contracts';
import { listRecentMemories, type Workspace } from '@memory/db';
import { presentMemory } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/** Memories stored in the last days, the newest first. */
export async function getTimeline(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { days, limit, offset = 0 }: { days: number; limit: number; offset?: number },
): Promise<{ count: number; results: Memory[] }> {
  const since = new Date(clock().getTime() - days * DAY_MS);
  const rows = await listRecentMemories(db, workspace.id, { since, limit, offset });
  return { count: rows.length, results: rows.map((row) => presentMemory(row, settings.memoryIdForm)) };
}
