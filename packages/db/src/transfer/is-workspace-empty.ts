import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';
import { transferTables } from './transfer-tables.ts';

/** Whether no table that moves with a workspace holds a row of it; its statistics have one from the beginning. */
export async function isWorkspaceEmpty(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  const filled = Object.keys(transferTables)
    .filter((table) => table !== 'workspace_statistics')
    .map(
      (table) => sql`exists (select from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)})`,
    );
  const [row] = await queryRows<{ filled: boolean }>(db, sql`select ${sql.join(filled, sql` or `)} filled`);
  return row?.filled === false;
}
