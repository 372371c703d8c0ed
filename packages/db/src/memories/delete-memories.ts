import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { textArray, uuid, uuidArray } from '../sql-values.ts';
import type { MemoryRef } from './memory-ref.ts';

/** Deletes memories with all that hangs on them; returns how many there were. */
export async function deleteMemories(
  db: Database,
  workspaceId: WorkspaceId,
  refs: readonly MemoryRef[],
): Promise<number> {
  if (refs.length === 0) return 0;
  const ids = refs.flatMap((ref) => (ref.form === 'A' ? [ref.id] : []));
  const memoryIds = refs.flatMap((ref) => (ref.form === 'B' ? [ref.memoryId] : []));
  const named =
    ids.length > 0 ? sql`m.id = any(${uuidArray(ids)})` : sql`m.memory_id = any(${textArray(memoryIds)})`;
  return execute(
    db,
    sql`delete from memories m where m.workspace_id = ${uuid(workspaceId)} and ${named}
      and ${noted()} returning m.id::text`,
  );
}
