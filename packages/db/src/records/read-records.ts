import type { RecordKind } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { readRowsPage } from '../transfer/read-rows-page.ts';
import { recordTables, type StoredRecord } from './record-tables.ts';

/** Bytes of JSON a page, of the 6 MB that a function may answer. */
const PAGE_BYTES = 2_000_000;

/**
 * The next records of a kind, in the order of their identifiers.
 * @param options.after identifier of the last record of the page before; null for the first
 * @returns `next` is null when no record follows
 */
export async function readRecords(
  db: Database,
  workspaceId: WorkspaceId,
  { kind, after }: { kind: RecordKind; after: string | null },
): Promise<{ records: StoredRecord[]; next: string | null }> {
  const { rows, next } = await readRowsPage(db, workspaceId, {
    ...recordTables[kind],
    bytes: PAGE_BYTES,
    // The key of every table begins with the workspace; that of tombstones has two more parts.
    after: after === null ? null : [workspaceId, ...after.split('/')],
  });
  return { records: rows.map(({ body }) => body), next: next && next.slice(1).join('/') };
}
