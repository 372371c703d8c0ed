import { sql } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { BUILT_FROM } from '../embedding/maintain-semantic-index.ts';
import { workspaceIdRow } from '../id-row.ts';
import { nullable, timestamp } from '../sql-values.ts';
import { isPending, PENDING_MEMORIES, type PendingCondition } from './pending-memories.ts';

export interface ListWorkspacesWithWorkOptions extends PendingCondition {
  /** Id of the last workspace of the page before. */
  after: string | null;
  limit: number;
  /** The model that all workspaces should use; null where none is configured. */
  model: string | null;
  /** Re-embedding that was last heard of before this is taken up again. */
  silentSince: Date;
}

/**
 * Workspaces that have something to do: a memory whose message may be lost, statistics that lag by a quarter or by a day,
 * another model than the configured one, a re-embedding that stopped, a semantic index that was still being built. One
 * look at an index for each.
 */
export async function listWorkspacesWithWork(
  db: Database,
  { after, limit, model, silentSince, ...pending }: ListWorkspacesWithWorkOptions,
): Promise<string[]> {
  const rows = await query(
    db,
    workspaceIdRow,
    sql`select ${workspaceIdRow.columns} from workspace_statistics s
      where (${nullable(after, 'uuid')} is null or s.workspace_id > ${nullable(after, 'uuid')}) and (
        s.changes >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
        or (s.changes > 0 and coalesce(s.refreshed_at, '-infinity') < now() - interval '1 day')
        or s.next_model_at <= ${timestamp(silentSince)}
        or (s.next_model is null and s.model <> ${nullable(model, 'text')})
        or (s.memories >= ${BUILT_FROM}::int and s.model is not null and not s.has_semantic_index)
        or exists (
          select from ${PENDING_MEMORIES} where c.workspace_id = s.workspace_id and ${isPending(pending)}))
      order by s.workspace_id limit ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}
