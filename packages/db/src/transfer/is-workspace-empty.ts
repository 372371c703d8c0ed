import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isThere } from '../is-there.ts';
import { uuid } from '../sql-values.ts';
import { transferTables } from './transfer-tables.ts';

/** Whether no table that moves with a workspace holds a row of it; its statistics have one from the beginning. */
export async function isWorkspaceEmpty(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  const filled = Object.keys(transferTables)
    .filter((table) => table !== 'workspace_statistics')
    .map((table) => sql`select from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)}`);
  return !(await isThere(db, sql.join(filled, sql` union all `)));
}
