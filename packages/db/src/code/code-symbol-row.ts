import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import { CODE_SYMBOL_KINDS } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole, type WholeRow } from '../read-whole.ts';
import { col, row, type JsonValue, type RowOf } from '../row.ts';
import { uuid, uuidArray } from '../sql-values.ts';

/** Symbol `s` with its file `f` and repository `r`. */
const codeSymbolRow = row({
  id: col.uuid`s.id`,
  kind: col.oneOf(...CODE_SYMBOL_KINDS)`s.kind`,
  name: col.text`s.name`,
  qualified_name: col.text`s.qualified_name`,
  class_name: col.text.orNull`s.class_name`,
  start_line: col.int`s.start_line`,
  end_line: col.int`s.end_line`,
  signature: col.text`s.signature`,
  doc: col.text.orNull`s.doc`,
  path: col.text`f.path`,
  language: col.text`f.language`,
  repository: col.text`r.name`,
  /** Whether edges of what was sent lately are still to be made. */
  is_pending: col.bool`r.unresolved_since is not null`,
});
export type CodeSymbolRow = RowOf<typeof codeSymbolRow>;

/** The tables of `codeSymbolRow`, of one workspace. */
export const symbolTables = (workspaceId: WorkspaceId): SQL => sql`(
    select * from code_symbols where workspace_id = ${uuid(workspaceId)}) s
  join code_files f on f.workspace_id = s.workspace_id and f.id = s.file_id
  join code_repositories r on r.workspace_id = f.workspace_id and r.id = f.repository_id`;

export interface PickedSymbols<Extra> {
  /** Selected by `picked` as `extra`; absent: null. */
  extra?: JsonValue<Extra>;
  /** Common table expressions before it. */
  expressions?: SQL;
  /** Selects `id uuid`, `place int` (an order, gaps allowed) and `extra json`; at most 500 rows. */
  picked: SQL;
}

export function readSymbols<Extra = null>(
  db: Database,
  workspaceId: WorkspaceId,
  { extra, expressions, picked }: PickedSymbols<Extra>,
): Promise<WholeRow<CodeSymbolRow, Extra>[]> {
  const bodies = (of: SQL) => sql`select p.id, (row_number() over (order by p.place))::int place, p.extra,
      ${codeSymbolRow.json} body
    from (${of}) p
    ${lookUp('code_symbols', 's', sql`s.workspace_id = ${uuid(workspaceId)} and s.id = p.id`)}
    ${lookUp('code_files', 'f', sql`f.workspace_id = s.workspace_id and f.id = s.file_id`)}
    ${lookUp('code_repositories', 'r', sql`r.workspace_id = f.workspace_id and r.id = f.repository_id`)}`;
  return readWhole(db, {
    body: codeSymbolRow,
    extra,
    expressions,
    selection: bodies(picked),
    again: (ids) =>
      bodies(
        sql`select u.id, u.place::int, null::json extra from unnest(${uuidArray(ids)}) with ordinality u(id, place)`,
      ),
  });
}
