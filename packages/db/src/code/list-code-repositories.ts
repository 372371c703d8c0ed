import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, uuid } from '../sql-values.ts';

/** Repository `r` with `w.revision`: the last write that can have given any of its files another target. */
export const withLastChange: SQL = sql.raw(`code_repositories r cross join lateral (
  select greatest(r.removed_revision, max(o.outline_revision)) revision from code_files o
  where o.workspace_id = r.workspace_id and o.repository_id = r.id) w`);

/** Whether the edges of file `f` are older than what they were made from. */
export const isUnresolved: SQL = sql.raw('f.resolved_revision < greatest(f.stored_revision, w.revision)');

/** Repository `r` with its files `f`, gathered. */
const codeRepositoryRow = row({
  name: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  files: col.int`count(f.id)`,
  symbols: col.int`coalesce(sum(f.symbol_count), 0)`,
  edges: col.int`coalesce(sum(f.edge_count), 0)`,
  call_edges: col.int`coalesce(sum(f.call_edge_count), 0)`,
  partial_files: col.int`count(*) filter (where f.partial)`,
  pending_files: col.int`count(*) filter (where ${isUnresolved})`,
  branch: col.text.orNull`r.branch`,
  commit_id: col.text.orNull`r.commit_id`,
  committed_at: col.timestamp.orNull`r.committed_at`,
  updated_at: col.timestamp`r.updated_at`,
});
export type CodeRepositoryRow = RowOf<typeof codeRepositoryRow>;

/** The repositories of a workspace by name, or the one of that name. */
export async function listCodeRepositories(
  db: Database,
  workspaceId: WorkspaceId,
  { name }: { name: string | null },
): Promise<CodeRepositoryRow[]> {
  return query(
    db,
    codeRepositoryRow,
    sql`select ${codeRepositoryRow.columns}
      from ${withLastChange}
      left join code_files f on f.workspace_id = r.workspace_id and f.repository_id = r.id
      where r.workspace_id = ${uuid(workspaceId)} and coalesce(r.name = ${nullable(name, 'text')}, true)
      group by r.workspace_id, r.id, w.revision order by r.name`,
  );
}
