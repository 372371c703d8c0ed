import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** Deletes a repository with its files, symbols and edges; false when the workspace has none of this name. */
export async function deleteCodeRepository(
  db: Database,
  workspaceId: WorkspaceId,
  name: string,
): Promise<boolean> {
  const deleted = await execute(
    db,
    sql`delete from code_repositories where workspace_id = ${uuid(workspaceId)} and name = ${name}::text
      returning id::text id`,
  );
  return deleted > 0;
}
