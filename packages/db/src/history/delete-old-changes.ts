import { sql } from 'drizzle-orm';
import { execute, type Database } from '../database.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Rows a statement, which in AWS has less than a minute. */
const ROWS = 10_000;

/** Deletes changes of workspaces that were made before a moment. @returns whether there may be more */
export async function deleteOldChanges(
  db: Database,
  { workspaceIds, before }: { workspaceIds: readonly string[]; before: Date },
): Promise<boolean> {
  const deleted = await execute(
    db,
    sql`delete from memory_changes c using (
        select o.workspace_id, o.id from unnest(${uuidArray(workspaceIds)}) w(id) cross join lateral (
          select o.workspace_id, o.id from memory_changes o
          where o.workspace_id = w.id and o.id < ${uuid(firstIdOf(before))} order by o.id limit ${ROWS}::int) o
        limit ${ROWS}::int) old
      where c.workspace_id = old.workspace_id and c.id = old.id returning 1 as one`,
  );
  return deleted === ROWS;
}

/** Changes are named in the order of time: none made from then on has a smaller id. */
function firstIdOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
