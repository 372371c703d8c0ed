import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { nullable, uuid } from '../sql-values.ts';

export interface Upkeep {
  /** Memories at the last refresh of the statistics. */
  memories: number;
  /** Memories embedded with new content since then. */
  changes: number;
  /** Null: never. */
  secondsSinceRefresh: number | null;
  /** Memories that wait for their embedding, counted up to 10,000. */
  waiting: number;
  /** The model that the workspace is being embedded with, and since when nothing has been heard of that. */
  nextModel: { name: string; silentSeconds: number } | null;
}

const waitingIn = (workspaceId: WorkspaceId) => col.int`(
  select count(*) from (
    select from memory_counters c where c.workspace_id = ${uuid(workspaceId)} and c.content_hash is null
    limit 10000) w)`;

export async function findUpkeep(db: Database, workspaceId: WorkspaceId): Promise<Upkeep | undefined> {
  const upkeep = row({
    memories: col.int`memories`,
    changes: col.int`changes`,
    secondsSinceRefresh: col.float.orNull`extract(epoch from now() - refreshed_at)`,
    waiting: waitingIn(workspaceId),
    nextModel: col.text.orNull`next_model`,
    silentSeconds: col.float.orNull`extract(epoch from now() - next_model_at)`,
  });
  const [found] = await query(db, upkeep)`
    select ${upkeep.columns} from workspace_statistics where workspace_id = ${uuid(workspaceId)}`;
  if (!found) return undefined;
  const { nextModel, silentSeconds, ...rest } = found;
  return {
    ...rest,
    nextModel: nextModel === null ? null : { name: nextModel, silentSeconds: silentSeconds ?? Infinity },
  };
}

/**
 * Notes that the workspace is being embedded with a model, which searches use once that is done.
 * @param options.instead the model that it was being embedded with, null for none: only one of several callers has its way
 * @returns false when another caller came first
 */
export async function beginNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model, instead }: { model: string; instead: string | null },
): Promise<boolean> {
  const begun = await execute(db)`
    update workspace_statistics set next_model = ${model}::text, next_model_at = now()
      where workspace_id = ${uuid(workspaceId)} and next_model is not distinct from ${nullable(instead, 'text')}
      returning 1 as begun`;
  return begun > 0;
}

/** Gives a sign of life. @returns what waits beside it; undefined when the workspace is no longer being embedded with that model */
export async function touchNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<Pick<Upkeep, 'memories' | 'waiting'> | undefined> {
  const touched = row({ memories: col.int`memories`, waiting: waitingIn(workspaceId) });
  const [found] = await query(db, touched)`update workspace_statistics set next_model_at = now()
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text returning ${touched.columns}`;
  return found;
}

export async function endNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<void> {
  await execute(db)`update workspace_statistics set next_model = null, next_model_at = null
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text`;
}
