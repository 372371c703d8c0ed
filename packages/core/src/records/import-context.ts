import type { ConflictRule, RecordOutcome } from '@memory/contracts';
import {
  listKnownRecords,
  writeTableRows,
  type Database,
  type TransferRow,
  type TransferTableName,
  type Workspace,
} from '@memory/db';

/** What the import of each kind is given. */
export interface ImportContext {
  /** The transaction in which all of a request is written. */
  db: Database;
  clock: () => Date;
  workspace: Workspace;
  rule: ConflictRule;
  /** Nothing is written, and what records refer to is not looked for: it may come with them. */
  dryRun: boolean;
  /** Memories whose content is new. */
  toEmbed: string[];
}

export interface Judged {
  outcome: RecordOutcome;
  /** Why it was not taken. */
  message?: string;
}

/** Names among these that are here. */
export const known = (
  { db, workspace }: ImportContext,
  kind: Parameters<typeof listKnownRecords>[2]['kind'],
  names: Iterable<string>,
): Promise<Set<string>> => listKnownRecords(db, workspace.id, { kind, names: [...new Set(names)] });

/** Writes rows, but for a dry run; those whose key is taken stay out. */
export async function write(
  { db, workspace, dryRun }: ImportContext,
  table: TransferTableName,
  rows: readonly TransferRow[],
  note?: Parameters<typeof writeTableRows>[2]['note'],
): Promise<void> {
  if (dryRun || rows.length === 0) return;
  await writeTableRows(db, workspace.id, { table, rows, ...(note ? { note } : {}) });
}
