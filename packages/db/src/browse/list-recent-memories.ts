import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readMemories } from '../memories/read-memories.ts';
import type { MemoryRow } from '../memories/memory-row.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** Memories stored since a time, the newest first. */
export async function listRecentMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { since, limit, offset = 0 }: { since: Date; limit: number; offset?: number },
): Promise<MemoryRow[]> {
  const listed = await readMemories(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by m.created_at desc, m.id desc))::int place, null::json extra
      from memories m where m.workspace_id = ${uuid(workspaceId)} and m.created_at >= ${timestamp(since)}
      order by m.created_at desc, m.id desc limit ${limit}::int offset ${offset}::int`,
  });
  return listed.map(({ memory }) => memory);
}
