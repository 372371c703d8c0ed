import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

const workspace = row({ id: col.workspaceId`w.id` });

/** A page of the ids of all workspaces, in their order. */
export async function listWorkspaceIds(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<WorkspaceId[]> {
  const rows = await query(
    db,
    workspace,
    sql`select ${workspace.columns} from workspaces w where ${after === null ? sql`true` : sql`w.id > ${uuid(after)}`}
      order by w.id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}
