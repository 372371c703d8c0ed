import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col } from '../row.ts';
import { readRowsPage } from './read-rows-page.ts';
import { transferTables, type TransferTable, type TransferTableName } from './transfer-tables.ts';

/** A row as JSON, by its columns; the workspace is left out. */
export type TransferRow = Record<string, unknown>;

/** Bytes of JSON a page, of the 6 MB that a function may answer. */
const PAGE_BYTES = 2_000_000;

/**
 * The next rows of a workspace in a table, in the order of its key.
 * @param after `next` of the page before; null for the first
 * @returns `next` is null when no row follows
 */
export async function readTablePage(
  db: Database,
  workspaceId: WorkspaceId,
  { table, after }: { table: TransferTableName; after: readonly string[] | null },
): Promise<{ rows: TransferRow[]; next: string[] | null }> {
  const body = col.json<TransferRow>()`${bodyOf(table)}`;
  const { rows, next } = await readRowsPage(db, workspaceId, { table, body, bytes: PAGE_BYTES, after });
  return { rows: rows.map((row) => row.body), next };
}

function bodyOf(table: TransferTableName): SQL {
  const { without = [] }: TransferTable = transferTables[table];
  const left = ['workspace_id', ...without].map((name) => sql.raw(`'${name}'`));
  return sql`(to_jsonb(t) - array[${sql.join(left, sql`, `)}])`;
}
