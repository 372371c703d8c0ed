import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../id-row.ts';
import { uuid } from '../sql-values.ts';

/** Makes searches use the vectors of a model from now on. */
export async function switchModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<void> {
  await execute(
    db,
    sql`update workspace_statistics set model = ${model}::text where workspace_id = ${uuid(workspaceId)}`,
  );
}

/**
 * Deletes the vectors of all models but one. A memory that loses its only vector counts as not embedded again.
 * @returns the ids of those
 */
export async function deleteOtherModels(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<string[]> {
  const rows = await query(
    db,
    idRow,
    sql`with gone as (
        delete from memory_embeddings where workspace_id = ${uuid(workspaceId)} and model <> ${model}::text
        returning memory_id),
      reopened as (
        update memory_counters c set content_hash = null from (select distinct memory_id from gone) g
        where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = g.memory_id and not exists (
          select from memory_embeddings e
          where e.workspace_id = c.workspace_id and e.memory_id = c.memory_id and e.model = ${model}::text)
        returning c.memory_id id)
      select ${idRow.columns} from reopened`,
  );
  return rows.map(({ id }) => id);
}
