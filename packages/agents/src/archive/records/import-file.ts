import type { Client } from '@memory/client';
import type { ConflictRule } from '@memory/contracts';
import { checkRecordsFile, readRecordsFile, type BrokenLine } from './records-file.ts';
import { sendRecords, type SentRecords } from './send-records.ts';

export interface ImportFileOptions {
  dryRun?: boolean | undefined;
  /** Also of a file that is not whole. */
  partial?: boolean | undefined;
  /** What becomes of a memory that is here and differs; default: the later one stands. */
  onConflict?: ConflictRule | undefined;
}

export interface ImportedFile extends SentRecords {
  /** Lines that are no records, of which the first are named. */
  broken: BrokenLine[];
  brokenCount: number;
}

/** Imports an export of a workspace: again, nothing is written. @throws when it is not whole, before anything is written */
export async function importFile(
  client: Client,
  path: string,
  { dryRun = false, partial = false, onConflict = 'newer' }: ImportFileOptions = {},
): Promise<ImportedFile> {
  const file = await checkRecordsFile(path);
  const { broken, brokenCount, missing } = file;
  if ((missing !== undefined || brokenCount > 0) && !partial)
    throw new Error(
      [
        `${path} is not whole: ${missing ?? `${brokenCount} lines are no records`}. Nothing was written; --partial imports what is there.`,
        ...broken.map(({ line, reason }) => `line ${line} ${reason}`),
      ].join('\n'),
    );
  const sent = await sendRecords(client, readRecordsFile(path, file), { dryRun, onConflict });
  return { ...sent, broken, brokenCount };
}
