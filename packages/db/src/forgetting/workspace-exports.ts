import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

/** Names that are kept; an older one goes. */
const FILES_MAX = sql.raw('1000');

export async function noteExport(
  db: Database,
  workspaceId: WorkspaceId,
  { id, file, author, at }: { id: string; file: string; author: string | null; at: Date },
): Promise<void> {
  const workspace = uuid(workspaceId);
  await execute(db)`with again as (
        update workspace_exports set made_at = ${timestamp(at)}, author = ${nullable(author, 'text')}
        where workspace_id = ${workspace} and file = ${file}::text returning 1),
      beyond as (
        delete from workspace_exports x using (
          select o.id from workspace_exports o where o.workspace_id = ${workspace}
          order by o.made_at desc, o.id offset ${FILES_MAX} - 1) o
        where x.workspace_id = ${workspace} and x.id = o.id and not exists (select from again))
      insert into workspace_exports (workspace_id, id, file, author, made_at)
      select ${workspace}, ${uuid(id)}, ${file}::text, ${nullable(author, 'text')}, ${timestamp(at)}
      where not exists (select from again)`;
}

const workspaceExport = row({
  file: col.text`x.file`,
  author: col.text.orNull`x.author`,
  made_at: col.timestamp`x.made_at`,
});
/** Files that were written of the workspace since a moment, the latest first. */
export async function listExports(
  db: Database,
  workspaceId: WorkspaceId,
  { since }: { since: Date },
): Promise<RowOf<typeof workspaceExport>[]> {
  return query(db, workspaceExport)`select ${workspaceExport.columns} from workspace_exports x
      where x.workspace_id = ${uuid(workspaceId)} and x.made_at >= ${timestamp(since)}
      order by x.made_at desc, x.id limit 100`;
}
