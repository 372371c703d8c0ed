import type { Database, WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { readRowsPage, type RowsPage } from '../table-rows.ts';
import type { SweptTableName } from './swept-tables.ts';
import { textsDigest, textsOf } from './texts-of.ts';

/** Bytes of JSON a page: all of it may be written back in one statement, with search texts, within 4 MB. */
const PAGE_BYTES = 500_000;

const storedTexts = (table: SweptTableName) =>
  row({
    digest: col.text`${textsDigest(table)}`,
    columns: col.json<Record<string, unknown>>()`${textsOf(table)}`,
  });
export type StoredTexts = RowOf<ReturnType<typeof storedTexts>>;

/** The next rows of a workspace in a table, of each what a caller or a model gave. */
export async function readTextsPage(
  db: Database,
  workspaceId: WorkspaceId,
  { table, after }: { table: SweptTableName; after: readonly string[] | null },
): Promise<RowsPage<StoredTexts>> {
  return readRowsPage(db, workspaceId, { table, body: storedTexts(table), bytes: PAGE_BYTES, after });
}
