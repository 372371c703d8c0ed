import type { ConflictRule, RecordKind, RecordOutcome } from '@memory/contracts';
import {
  listKnownRecords,
  writeRows,
  type ArchivedTableName,
  type Database,
  type TableRow,
  type Workspace,
  type WrittenRow,
} from '@memory/db';
import type { Ids } from '../services.ts';

export interface ImportContext {
  /** The transaction in which all of a request is written. */
  db: Database;
  clock: () => Date;
  ids: Ids;
  workspace: Workspace;
  rule: ConflictRule;
  /** All of a workspace comes from another deployment: that is no change, and derived kinds bring the rest. */
  isMove: boolean;
  /** Nothing is written, and records that others refer to are not looked for: they may come with them. */
  dryRun: boolean;
  isForeign: (record: { id: string }) => boolean;
  toEmbed: string[];
  /** Foreign sessions that are new, have ended, or have got observations: by their `session_id`. */
  toSettle: Set<string>;
}

export interface Judged {
  outcome: RecordOutcome;
  message?: string;
}

export const known = (
  { db, workspace }: ImportContext,
  kind: RecordKind,
  names: Iterable<string>,
): Promise<Set<string>> => listKnownRecords(db, workspace.id, { kind, names: [...new Set(names)] });

/** Writes rows, but for a dry run, and tells what became of each; those whose key is taken stay out. */
export async function write(
  { db, workspace, dryRun }: ImportContext,
  table: ArchivedTableName,
  rows: readonly TableRow[],
  note?: Parameters<typeof writeRows>[2]['note'],
): Promise<WrittenRow[]> {
  if (dryRun || rows.length === 0) return [];
  return writeRows(db, workspace.id, { table, rows, ...(note ? { note } : {}) });
}
