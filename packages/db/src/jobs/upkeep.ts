import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
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

const waitingIn = (workspaceId: WorkspaceId) => col.int`(
  select count(*) from (
    select from memory_counters c where c.workspace_id = ${uuid(workspaceId)} and c.content_hash is null
    limit 10000) w)`;

export async function findUpkeep(db: Database, workspaceId: WorkspaceId): Promise<Upkeep | undefined> {
  const upkeep = row({
    memories: col.int`memories`,
    changes: col.int`changes`,
    changesSinceTraining: col.int`changes_since_training`,
    trainedMemories: col.int`trained_memories`,
    secondsSinceRefresh: col.float.orNull`extract(epoch from now() - refreshed_at)`,
    waiting: waitingIn(workspaceId),
    nextModel: col.text.orNull`next_model`,
    silentSeconds: col.float.orNull`extract(epoch from now() - next_model_at)`,
  });
  const [found] = await query(
    db,
    upkeep,
    sql`select ${upkeep.columns} from workspace_statistics where workspace_id = ${uuid(workspaceId)}`,
  );
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
  const begun = await execute(
    db,
    sql`update workspace_statistics set next_model = ${model}::text, next_model_at = now(),
        trained_memories = coalesce(${nullable(trainedMemories, 'int')}, trained_memories),
        changes_since_training = case when ${nullable(trainedMemories, 'int')} is null
          then changes_since_training else 0 end
      where workspace_id = ${uuid(workspaceId)} and next_model is not distinct from ${nullable(instead, 'text')}
      returning 1 as begun`,
  );
  return begun > 0;
}

/**
 * Gives a sign of life.
 * @returns what waits beside it; undefined when the workspace is no longer being embedded with that model
 */
export async function touchNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<Pick<Upkeep, 'memories' | 'waiting'> | undefined> {
  const touched = row({ memories: col.int`memories`, waiting: waitingIn(workspaceId) });
  const [found] = await query(
    db,
    touched,
    sql`update workspace_statistics set next_model_at = now()
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text returning ${touched.columns}`,
  );
  return found;
}

/** Notes that nothing is left to be done for a model. */
export async function endNextModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model }: { model: string },
): Promise<void> {
  await execute(
    db,
    sql`update workspace_statistics set next_model = null, next_model_at = null
      where workspace_id = ${uuid(workspaceId)} and next_model = ${model}::text`,
  );
}

/** The next upkeep trains the lexical embedder anew, however little has changed. */
export async function forgetTraining(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(
    db,
    sql`update workspace_statistics set trained_memories = 0 where workspace_id = ${uuid(workspaceId)}`,
  );
}

const retraining = row({ workspaces: col.int`count(*)` });

/**
 * Counts the workspaces whose lexical embedder is to be trained anew, or is at it: until they are done, the words that
 * the old one learnt are kept.
 * @param options.trainedFrom memories below which none is trained
 */
export async function countRetraining(
  db: Database,
  { trainedFrom }: { trainedFrom: number },
): Promise<number> {
  const [counted] = await query(
    db,
    retraining,
    sql`select ${retraining.columns} from workspace_statistics s
      where s.next_model is not null
        or s.trained_memories = 0 and s.memories >= ${trainedFrom}::int and exists (
          select from lexical_snapshots l where l.workspace_id = s.workspace_id and octet_length(l.data) > 0)`,
  );
  return counted?.workspaces ?? 0;
}
