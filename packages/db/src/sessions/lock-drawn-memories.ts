import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';

/**
 * Waits until no other transaction draws memories from a session of the workspace, and keeps others waiting until this
 * one ends; only what is read from then on is sure to hold what they have stored.
 */
export async function lockDrawnMemories(transaction: Database, workspaceId: WorkspaceId): Promise<void> {
  await transaction.execute(
    sql`select 1 as locked from (
      select pg_advisory_xact_lock(hashtextextended('drawn memories of ' || ${workspaceId}::text, 0))) l`,
  );
}
