import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportReport } from '../../archive/import-report.ts';
import { writeNewFile } from '../../archive/line-files.ts';
import { pagesOf } from '../../archive/read-records.ts';
import {
  checkRecordsFile,
  readRecordsFile,
  recordLines,
  type RecordCounts,
} from '../../archive/records-file.ts';
import { sendRecords, type SentItem } from '../../archive/send-records.ts';
import type { Operator } from '../operator.ts';

/** Writes a workspace to a file, page by page: what it takes does not grow with the workspace. @returns records by kind */
export async function exportWorkspace(
  source: Operator,
  { workspace: workspaceId, file }: { workspace: string; file: string },
): Promise<RecordCounts> {
  const { header, kinds } = await source.describeExport({ workspaceId, file: resolve(file) });
  const counts: RecordCounts = {};
  const records = async function* () {
    for (const record of kinds)
      for await (const page of pagesOf((after) => source.exportAnyRecords({ workspaceId, record, after })))
        yield* page as { record: string }[];
  };
  await writeNewFile(file, recordLines(records(), { counts, header }));
  return counts;
}

export interface ImportOptions {
  file: string;
  /** Id of a workspace that is there and empty; one is made under the export's own id unless said. */
  into?: string | undefined;
  name?: string | undefined;
  resume?: boolean | undefined;
}

export interface ImportedWorkspace extends ReturnType<ImportReport['toJSON']> {
  workspace_id: string;
  /** Present when the import made the workspace. */
  key?: string;
  written: number;
  present: number;
  /** Records that refer to something which the export does not hold, or which do not fit into a workspace of another id. */
  left_out: number;
}

/** Writes an export into a deployment. The file is read through first, so that a damaged one writes nothing. */
export async function importWorkspace(
  target: Operator,
  { file, into, name, resume = false }: ImportOptions,
): Promise<ImportedWorkspace> {
  const checked = await checkRecordsFile(file);
  const { missing, brokenCount, header } = checked;
  if (missing !== undefined || brokenCount > 0)
    throw new Error(`${file} is not whole: ${missing ?? `${brokenCount} lines are no records`}.`);
  if (header.schema === undefined || header.workspace === undefined)
    throw new Error(`${file} holds no whole workspace; workspace-memory import ${file} takes what it holds.`);
  const { workspace, schema } = header;
  const begun = await target.beginImport({
    header: { schema, workspace },
    into: into ?? null,
    name: name ?? null,
    resume,
  });
  const report = new ImportReport();
  let redacted = 0;
  const items = async function* (): AsyncGenerator<SentItem> {
    for await (const { record, place } of readRecordsFile(file, checked))
      if (begun.left_out.includes(record.record)) report.pass('bound to the id of its workspace', place);
      else yield { records: [record], place };
  };
  await sendRecords(
    async ({ records }) => {
      const reply = await target.importAnyRecords({ workspaceId: begun.workspace_id, records });
      redacted += reply.redacted;
      return reply;
    },
    items(),
    { report },
  );
  report.redacted.count = redacted;
  // The semantic index, and vectors of another model, are made here.
  await target.runJob({ job: 'maintainWorkspace', workspaceId: begun.workspace_id });
  const { created, updated, unchanged, kept, duplicate, incomplete, forgotten, invalid } = report.totals;
  return {
    workspace_id: begun.workspace_id,
    ...(begun.key === undefined ? {} : { key: begun.key }),
    written: created + updated,
    present: unchanged + kept + duplicate,
    left_out:
      incomplete + forgotten + invalid + (report.passed.get('bound to the id of its workspace')?.count ?? 0),
    ...report.toJSON(),
  };
}

/** Between steps, some of which wait for upkeep. */
const STEP_PAUSE_MS = 500;

/** Repeats the steps until the workspace is gone. @returns files that were written of it, which stay where they lie */
export async function deleteWorkspace(
  target: Operator,
  input: { workspaceId: string; name: string },
): Promise<string[]> {
  let files: string[] | undefined;
  for (;;) {
    const { done, exports } = await target.deleteWorkspace(input);
    files ??= exports;
    if (done) return files;
    await sleep(STEP_PAUSE_MS);
  }
}
