import type { Database, WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import type { TransferRow } from '../transfer/read-table-page.ts';
import { writeTableRows } from '../transfer/write-table-rows.ts';

/** Writes memories with the dates and authors that they bring; one whose id is there already stays as it is. */
export async function writeImported(
  db: Database,
  workspaceId: WorkspaceId,
  rows: readonly (TransferRow & { id: string })[],
): Promise<void> {
  await writeTableRows(db, workspaceId, { table: 'memories', rows, note: noted() });
  const counters = rows.map(({ id }) => ({ memory_id: id }));
  await writeTableRows(db, workspaceId, { table: 'memory_counters', rows: counters });
}
