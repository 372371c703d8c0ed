import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

interface TokenReservation {
  /** The most that the call may cost. */
  tokens: number;
  /** Tokens that the workspace may use in a UTC day. */
  limit: number;
  at: Date;
}

const dayOf = (at: Date) => sql`(${timestamp(at)} at time zone 'UTC')::date`;

/** Sets tokens of the day aside before a call; false, and nothing is set aside, when they would pass the limit. */
export async function reserveTokens(
  db: Database,
  workspaceId: WorkspaceId,
  { tokens, limit, at }: TokenReservation,
): Promise<boolean> {
  const reserved = await execute(db)`insert into llm_budgets as b (workspace_id, day, reserved)
      select ${uuid(workspaceId)}, ${dayOf(at)}, ${tokens}::int where ${tokens}::int <= ${limit}::int
      on conflict (workspace_id, day) do update set reserved = b.reserved + excluded.reserved
        where b.reserved + b.used + excluded.reserved <= ${limit}::int
      returning 1 as reserved`;
  return reserved > 0;
}

export async function settleTokens(
  db: Database,
  workspaceId: WorkspaceId,
  { reserved, used, at }: { reserved: number; used: number; at: Date },
): Promise<void> {
  await execute(db)`
    update llm_budgets set reserved = greatest(0, reserved - ${reserved}::int), used = used + ${used}::int
      where workspace_id = ${uuid(workspaceId)} and day = ${dayOf(at)}`;
}

/**
 * Counts tokens of the day that are about to be embedded, or fewer than none of those that were not after all.
 * @returns false, with nothing counted, once the limit is reached; the call that reaches it may go beyond
 */
export async function countEmbedding(
  db: Database,
  workspaceId: WorkspaceId,
  { tokens, limit, at }: TokenReservation,
): Promise<boolean> {
  const counted = await execute(db)`insert into llm_budgets as b (workspace_id, day, embedded)
      select ${uuid(workspaceId)}, ${dayOf(at)}, ${tokens}::int where ${limit}::int > 0
      on conflict (workspace_id, day) do update set embedded = b.embedded + excluded.embedded
        where b.embedded < ${limit}::int or excluded.embedded < 0
      returning 1 as counted`;
  return counted > 0;
}

const embedded = row({ tokens: col.int`coalesce(sum(b.embedded), 0)` });

export async function findEmbedded(
  db: Database,
  workspaceId: WorkspaceId,
  { at }: { at: Date },
): Promise<number> {
  const [found] = await query(db, embedded)`
    select ${embedded.columns} from llm_budgets b where b.workspace_id = ${uuid(workspaceId)} and b.day = ${dayOf(at)}`;
  return found?.tokens ?? 0;
}
