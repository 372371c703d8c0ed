import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** Makes searches use the vectors of a model from now on, through its index where it has one. */
export async function switchModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model, hasSemanticIndex = false }: { model: string; hasSemanticIndex?: boolean },
): Promise<void> {
  await execute(db)`
    update workspace_statistics set model = ${model}::text, has_semantic_index = ${hasSemanticIndex}::bool
      where workspace_id = ${uuid(workspaceId)}`;
}

/** Vectors a statement, which in AWS has less than a minute. */
const DELETED_AT_ONCE = 5_000;

const deletion = row({
  reopened: col.json<string[]>()`coalesce(json_agg(r.id), '[]')`,
  gone: col.int`(select count(*) from gone)`,
});

/** @returns the ids of those, and whether there may be more vectors */
export async function deleteOtherModels(
  db: Database,
  workspaceId: WorkspaceId,
  { model, atOnce = DELETED_AT_ONCE }: { model: string; atOnce?: number },
): Promise<{ reopened: string[]; isMore: boolean }> {
  const [deleted] = await query(db, deletion)`with gone as (
        delete from memory_embeddings e using (
          select memory_id, model from memory_embeddings
          where workspace_id = ${uuid(workspaceId)} and model <> ${model}::text limit ${atOnce}::int) old
        where e.workspace_id = ${uuid(workspaceId)} and e.memory_id = old.memory_id and e.model = old.model
        returning e.memory_id),
      reopened as (
        update memory_counters c set content_hash = null from (select distinct memory_id from gone) g
        where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = g.memory_id and not exists (
          select from memory_embeddings e
          where e.workspace_id = c.workspace_id and e.memory_id = c.memory_id and e.model = ${model}::text)
        returning c.memory_id::text id)
      select ${deletion.columns} from reopened r`;
  return { reopened: deleted?.reopened ?? [], isMore: deleted?.gone === atOnce };
}
