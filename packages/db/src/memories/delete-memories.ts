import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { uuid } from '../sql-values.ts';
import { namedMemories, type MemoryRef } from './memory-ref.ts';

/** Deletes memories with all that hangs on them; returns how many there were. */
export async function deleteMemories(
  db: Database,
  workspaceId: WorkspaceId,
  refs: readonly MemoryRef[],
): Promise<number> {
  if (refs.length === 0) return 0;
  return execute(
    db,
    sql`delete from memories m using (select m.id from ${namedMemories(workspaceId, { refs })}) n
      where m.workspace_id = ${uuid(workspaceId)} and m.id = n.id and ${noted()} returning m.id::text`,
  );
}
