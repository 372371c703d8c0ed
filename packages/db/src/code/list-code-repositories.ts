import { sql, type SQL } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { nullable, uuid } from '../sql-values.ts';

export interface CodeRepositoryRow {
  name: string;
  files: number;
  symbols: number;
  edges: number;
  call_edges: number;
  partial_files: number;
  pending_files: number;
  /** ISO 8601 with an offset. */
  updated_at: string;
}

/** Repository `r` with `w.revision`: the last write that can have given any of its files another target. */
export const withLastChange: SQL = sql.raw(`code_repositories r cross join lateral (
  select greatest(r.removed_revision, max(o.outline_revision)) revision from code_files o
  where o.workspace_id = r.workspace_id and o.repository_id = r.id) w`);

/** Whether the edges of file `f` are older than what they were made from. */
export const isUnresolved: SQL = sql.raw('f.resolved_revision < greatest(f.stored_revision, w.revision)');

/** The repositories of a workspace by name, or the one of that name. */
export async function listCodeRepositories(
  db: Database,
  workspaceId: WorkspaceId,
  { name }: { name: string | null },
): Promise<CodeRepositoryRow[]> {
  const rows = await queryRows<{ repository: string }>(
    db,
    sql`select json_build_object('name', r.name, 'files', count(f.id), 'symbols', coalesce(sum(f.symbol_count), 0),
        'edges', coalesce(sum(f.edge_count), 0), 'call_edges', coalesce(sum(f.call_edge_count), 0),
        'partial_files', count(*) filter (where f.partial),
        'pending_files', count(*) filter (where ${isUnresolved}),
        'updated_at', r.updated_at)::text repository
      from ${withLastChange}
      left join code_files f on f.workspace_id = r.workspace_id and f.repository_id = r.id
      where r.workspace_id = ${uuid(workspaceId)} and coalesce(r.name = ${nullable(name, 'text')}, true)
      group by r.workspace_id, r.id, w.revision order by r.name`,
  );
  return rows.map(({ repository }) => JSON.parse(repository) as CodeRepositoryRow);
}
