import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isMemory, type MemoryRef } from './memory-ref.ts';
import type { MemoryRow } from './memory-row.ts';
import { readMemories } from './read-memories.ts';

/** One memory with its counters; undefined when the workspace has none of this identifier. */
export async function findMemory(
  db: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<MemoryRow | undefined> {
  const [found] = await readMemories(db, workspaceId, {
    picked: sql`select m.id, 1 place, null::json extra from memories m where ${isMemory(workspaceId, ref)}`,
  });
  return found?.memory;
}
