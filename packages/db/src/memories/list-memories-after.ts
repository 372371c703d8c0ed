import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';
import type { MemoryRow } from './memory-row.ts';
import { readMemories } from './read-memories.ts';

/** The next memories by id, which is the order of their creation; all pages together are the workspace. */
export async function listMemoriesAfter(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: { after: string | null; limit: number },
): Promise<MemoryRow[]> {
  const listed = await readMemories(db, workspaceId, {
    picked: sql`select m.id, (row_number() over (order by m.id))::int place, null::json extra
      from memories m
      where m.workspace_id = ${uuid(workspaceId)} and ${after === null ? sql`true` : sql`m.id > ${uuid(after)}`}
      order by m.id limit ${limit}::int`,
  });
  return listed.map(({ memory }) => memory);
}
