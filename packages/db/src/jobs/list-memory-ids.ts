import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../id-row.ts';
import { nullable, uuid } from '../sql-values.ts';

/** Ids of a workspace's memories in order, for walks in steps. */
export async function listMemoryIds(
  db: Database,
  workspaceId: WorkspaceId,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await query(
    db,
    idRow,
    sql`select ${idRow.columns} from memories m where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
      order by m.id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}
