import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { textArray } from '../sql-values.ts';
import { anchorSymbolRow, symbolsNamed } from './anchor-symbol-row.ts';

const named = row({
  symbol: col.object(anchorSymbolRow),
  repository: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  commit_id: col.text.orNull`r.commit_id`,
  committed_at: col.timestamp.orNull`r.committed_at`,
  indexed_at: col.timestamp`r.updated_at`,
});
export type NamedSymbolRow = RowOf<typeof named>;

/** Symbols and modules that have one of the names, with the repository that they are of. @param names in lower case */
export async function findNamedSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { names }: { names: readonly string[] },
): Promise<NamedSymbolRow[]> {
  if (names.length === 0) return [];
  return query(
    db,
    named,
    sql`select ${named.columns} from ${symbolsNamed(workspaceId, textArray(names))}
      join code_repositories r on r.workspace_id = f.workspace_id and r.id = f.repository_id`,
  );
}
