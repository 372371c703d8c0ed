import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

const rememberedSymbol = row({
  repository: col.text`r.name`,
  path: col.text`a.path`,
  /** Empty for a file. */
  name: col.text`a.name`,
  symbol_id: col.uuid.orNull`s.id`,
  memories: col.int`a.memories`,
  /** Of them those whose code was changed or is gone. */
  doubtful: col.int`a.doubtful`,
});
export type RememberedSymbol = RowOf<typeof rememberedSymbol>;

/** The symbols and files that most memories are about. */
export function listRememberedSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<RememberedSymbol[]> {
  return query(
    db,
    rememberedSymbol,
    sql`select ${rememberedSymbol.columns} from (
        select repository_id, coalesce(now_path, path) path, coalesce(now_name, name) name,
          count(distinct memory_id)::int memories,
          count(distinct memory_id) filter (where verdict in ('changed', 'gone'))::int doubtful
        from memory_anchors where workspace_id = ${uuid(workspaceId)}
        group by 1, 2, 3 order by memories desc, path, name limit ${limit}::int) a
      join code_repositories r on r.workspace_id = ${uuid(workspaceId)} and r.id = a.repository_id
      left join lateral (
        select s.id from code_files f join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
        where f.workspace_id = ${uuid(workspaceId)} and f.repository_id = a.repository_id and f.path = a.path
          and (s.qualified_name = a.name or a.name = '' and s.id = f.id) limit 1) s on true
      order by a.memories desc, a.path, a.name`,
  );
}
