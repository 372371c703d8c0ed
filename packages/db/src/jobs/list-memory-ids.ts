import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { nullable, uuid } from '../sql-values.ts';

/** Ids of a workspace's memories in order, for walks in steps. */
export async function listMemoryIds(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select m.id::text id from memories m where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
      order by m.id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}
