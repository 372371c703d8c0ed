import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { unnoted } from '../history/change-source.ts';
import { uuid } from '../sql-values.ts';

/** What holds most rows, or takes most rows with it. The rest goes with the workspace. */
const LARGE_TABLES = [
  'memories',
  'observations',
  'code_files',
  'code_repositories',
  'sessions',
  'documents',
] as const;

/** Rows a statement; a memory takes its vectors and relationships along, and a statement has less than a minute in AWS. */
const ROWS = sql.raw('500');

/** Shuts the keys and logins of a workspace out, at once. */
export async function deleteAccess(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(
    db,
    sql`with keys as (delete from api_keys where workspace_id = ${uuid(workspaceId)})
      delete from memberships where workspace_id = ${uuid(workspaceId)}`,
  );
}

/** Deletes some hundred rows of a workspace; false when no large table holds any more. */
export async function deleteSomeRows(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  for (const table of LARGE_TABLES) {
    const deleted = await execute(
      db,
      sql`delete from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)} and id in (
          select id from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)} limit ${ROWS})
        and ${unnoted()}
        returning 1 as one`,
    );
    if (deleted > 0) return true;
  }
  return false;
}

/** Deletes a workspace with all that is left of it. */
export async function deleteWorkspaceRow(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db, sql`delete from workspaces where id = ${uuid(workspaceId)}`);
  // Notes for readers of what is gone.
  await execute(db, sql`delete from search_changes where workspace_id = ${uuid(workspaceId)}`);
  await execute(db, sql`delete from graph_changes where workspace_id = ${uuid(workspaceId)}`);
}
