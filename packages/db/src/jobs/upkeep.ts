import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { nullable, uuid } from '../sql-values.ts';

/** How far a workspace's statistics and models lag behind its memories. */
export interface Upkeep {
  /** Memories at the last refresh of the statistics. */
  memories: number;
  /** Memories embedded with new content since then. */
  changes: number;
  /** The same since the lexical embedder was trained, and the memories there were then; 0 when it never was. */
  changesSinceTraining: number;
  trainedMemories: number;
  /** Null: never. */
  secondsSinceRefresh: number | null;
  /** Memories that wait for their embedding, counted up to 10,000. */
  waiting: number;
  /** The model that the workspace is being embedded with, and since when nothing has been heard of that. */
  nextModel: { name: string; silentSeconds: number } | null;
}

export async function findUpkeep(db: Database, workspaceId: WorkspaceId): Promise<Upkeep | undefined> {
  const [row] = await queryRows<{
    memories: number;
    changes: number;
    changes_since_training: number;
    trained_memories: number;
    since_refresh: number | null;
    next_model: string | null;
    silent: number | null;
    waiting: number;
  }>(
    db,
    sql`select memories, changes, changes_since_training, trained_memories, next_model,
        extract(epoch from now() - refreshed_at)::float8 since_refresh,
        extract(epoch from now() - next_model_at)::float8 silent,
        (select count(*)::int from (
          select from memories m where m.workspace_id = ${uuid(workspaceId)} and m.content_hash is null
          limit 10000) w) waiting
      from workspace_statistics where workspace_id = ${uuid(workspaceId)}`,
  );
  return (
    row && {
      memories: row.memories,
      changes: row.changes,
      changesSinceTraining: row.changes_since_training,
      trainedMemories: row.trained_memories,
      secondsSinceRefresh: row.since_refresh,
      waiting: row.waiting,
      nextModel:
        row.next_model === null ? null : { name: row.next_model, silentSeconds: row.silent ?? Infinity },
    }
  );
}

/**
 * Notes that the workspace is being embedded with a model, which searches use once that is done.
 * @param options.instead the model that it was being embedded with, null for none: only one of several callers has its way
 * @param options.trainedMemories for a lexical model that is trained now: the memories there are
 * @returns false when another caller came first
 */
export async function beginNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  {
    model,
    instead,
    trainedMemories,
  }: { model: string; instead: string | null; trainedMemories: number | null },
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`update workspace_statistics set next_model = ${model}::text, next_model_at = now(),
        trained_memories = coalesce(${nullable(trainedMemories, 'int')}, trained_memories),
        changes_since_training = case when ${nullable(trainedMemories, 'int')} is null then changes_since_training else 0 end
      where workspace_id = ${uuid(workspaceId)} and next_model is not distinct from ${nullable(instead, 'text')}
      returning 1 as begun`,
  );
  return rows.length > 0;
}

/** Gives a sign of life; false when the workspace is no longer being embedded with that model. */
export async function touchNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`update workspace_statistics set next_model_at = now()
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text returning 1 as touched`,
  );
  return rows.length > 0;
}

/** Notes that nothing is left to be done for a model. */
export async function endNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<void> {
  await queryRows(
    db,
    sql`update workspace_statistics set next_model = null, next_model_at = null
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text`,
  );
}
