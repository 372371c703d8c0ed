import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** A page of the ids of all workspaces, in their order. */
export async function listWorkspaceIds(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<WorkspaceId[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select w.id::text id from workspaces w where ${after === null ? sql`true` : sql`w.id > ${uuid(after)}`}
      order by w.id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id as WorkspaceId);
}
