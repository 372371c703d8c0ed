import { sql, type SQL } from 'drizzle-orm';
import { CODE_SYMBOL_KINDS } from '@memory/contracts';
import type { WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** Symbol `s` with its file `f`. */
export const anchorSymbolRow = row({
  repository_id: col.uuid`f.repository_id`,
  path: col.text`f.path`,
  kind: col.oneOf(...CODE_SYMBOL_KINDS)`s.kind`,
  name: col.text`s.name`,
  qualified_name: col.text`s.qualified_name`,
  signature_hash: col.text.orNull`s.signature_hash`,
  body_hash: col.text.orNull`s.body_hash`,
  body_size: col.int.orNull`s.body_size`,
  value: col.text.orNull`s.value`,
});
export type AnchorSymbolRow = RowOf<typeof anchorSymbolRow>;

/** Of one name, in any case: a name of more symbols than this says nothing. */
const SAME_NAME = sql.raw('200');

/** Symbols `s` of some names, few of each. */
export const symbolsNamed = (workspaceId: WorkspaceId, names: SQL): SQL => sql`unnest(${names}) n(name)
  cross join lateral (
    select * from code_symbols where workspace_id = ${uuid(workspaceId)} and lower(name) = n.name
    limit ${SAME_NAME}) s
  join code_files f on f.workspace_id = s.workspace_id and f.id = s.file_id`;
