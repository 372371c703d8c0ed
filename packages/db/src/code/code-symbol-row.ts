import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole, type WholeRow } from '../read-whole.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** A symbol with the file and repository it stands in. */
export interface CodeSymbolRow {
  id: string;
  kind: string;
  name: string;
  qualified_name: string;
  class_name: string | null;
  start_line: number;
  end_line: number;
  signature: string;
  doc: string | null;
  path: string;
  language: string;
  repository: string;
}

const symbolJson = sql.raw(`json_build_object('id', s.id, 'kind', s.kind, 'name', s.name,
  'qualified_name', s.qualified_name, 'class_name', s.class_name, 'start_line', s.start_line, 'end_line', s.end_line,
  'signature', s.signature, 'doc', s.doc, 'path', f.path, 'language', f.language, 'repository', r.name)`);

/** Symbol `s` with its file `f` and repository `r`, of one workspace. */
export const symbolTables = (workspaceId: WorkspaceId): SQL => sql`(
    select * from code_symbols where workspace_id = ${uuid(workspaceId)}) s
  join code_files f on f.workspace_id = s.workspace_id and f.id = s.file_id
  join code_repositories r on r.workspace_id = f.workspace_id and r.id = f.repository_id`;

export interface PickedSymbols {
  /** Common table expressions before it. */
  expressions?: SQL;
  /** Selects `id uuid`, `place int` (an order, gaps allowed) and `extra json`; at most 500 rows. */
  picked: SQL;
}

/** Whole symbols in the order of their places, each with its `extra`; one may come several times. */
export function readSymbols<Extra = null>(
  db: Database,
  workspaceId: WorkspaceId,
  { expressions, picked }: PickedSymbols,
): Promise<WholeRow<CodeSymbolRow, Extra>[]> {
  const bodies = (of: SQL) => sql`select p.id, (row_number() over (order by p.place))::int place, p.extra,
      ${symbolJson} body
    from (${of}) p join ${symbolTables(workspaceId)} on s.id = p.id`;
  return readWhole<CodeSymbolRow, Extra>(db, {
    expressions,
    selection: bodies(picked),
    again: (ids) =>
      bodies(
        sql`select u.id, u.place::int, null::json extra from unnest(${uuidArray(ids)}) with ordinality u(id, place)`,
      ),
  });
}
