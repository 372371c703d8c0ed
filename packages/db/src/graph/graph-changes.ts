import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

const changed = row({ id: col.workspaceId`g.workspace_id` });

/**
 * Workspaces whose graph has changed since it was last analysed, by id; marks of workspaces that are gone go too.
 * @param options.after the last id of the page before; null for the first
 * @param options.quietSince leaves out those that changed after this time, and those whose analysis is under way; absent: none
 * @param options.waitingSince but not those that have waited since before this time, however much they still change
 */
export async function listChangedGraphs(
  db: Database,
  {
    after,
    limit,
    quietSince,
    waitingSince = new Date(0),
  }: { after: string | null; limit: number; quietSince?: Date | undefined; waitingSince?: Date },
): Promise<WorkspaceId[]> {
  const rows = await query(db, changed)`with gone as (
        delete from graph_changes g where not exists (select from workspaces w where w.id = g.workspace_id))
      select ${changed.columns} from graph_changes g join workspaces w on w.id = g.workspace_id
      where ${nullable(after, 'uuid')} is null or g.workspace_id > ${nullable(after, 'uuid')}
      group by g.workspace_id
      ${
        quietSince
          ? sql`having (max(g.changed_at) < ${timestamp(quietSince)} or min(g.changed_at) < ${timestamp(waitingSince)})
        and not bool_or(g.seen)`
          : sql``
      }
      order by g.workspace_id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

/** Marks the changes that an analysis which begins now will take in. */
export async function markGraphChangesSeen(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(
    db,
  )`update graph_changes set seen = true where workspace_id = ${uuid(workspaceId)} and not seen`;
}

/** Forgets the changes that were marked: they are analysed. */
export async function deleteSeenGraphChanges(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`delete from graph_changes where workspace_id = ${uuid(workspaceId)} and seen`;
}
