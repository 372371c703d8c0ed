import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** Notes that a file is written of the workspace. */
export async function noteExport(
  db: Database,
  workspaceId: WorkspaceId,
  { id, file, at }: { id: string; file: string; at: Date },
): Promise<void> {
  await execute(
    db,
    sql`insert into workspace_exports (workspace_id, id, file, made_at)
      values (${uuid(workspaceId)}, ${uuid(id)}, ${file}::text, ${timestamp(at)})`,
  );
}

const workspaceExport = row({ file: col.text`x.file`, made_at: col.timestamp`x.made_at` });
export type WorkspaceExport = RowOf<typeof workspaceExport>;

/** Files that were written of the workspace since a moment, the latest first. */
export async function listExports(
  db: Database,
  workspaceId: WorkspaceId,
  { since }: { since: Date },
): Promise<WorkspaceExport[]> {
  return query(
    db,
    workspaceExport,
    sql`select ${workspaceExport.columns} from workspace_exports x
      where x.workspace_id = ${uuid(workspaceId)} and x.made_at >= ${timestamp(since)}
      order by x.made_at desc, x.id limit 100`,
  );
}
