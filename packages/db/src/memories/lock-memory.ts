import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isMemory, type MemoryRef } from './memory-ref.ts';

/** Waits for the transactions that are changing the memory, and keeps others from it until this one ends. */
export async function lockMemory(
  transaction: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<void> {
  await transaction.execute(
    sql`select 1 as locked from memories m where ${isMemory(workspaceId, ref)} for no key update of m`,
  );
}
