import { checkExportFile, readExportRows } from './export-file.ts';
import type { Operator } from '../operator.ts';

/** Bytes of JSON a call: JSON within JSON, it stays below the 4 MiB that the Data API takes. */
const CALL_BYTES_MAX = 1_000_000;
const CALL_ROWS_MAX = 500;

export interface ImportOptions {
  file: string;
  /** Id of a workspace that is there and empty; one is made under the export's own id unless said. */
  into?: string | undefined;
  name?: string | undefined;
  resume?: boolean | undefined;
}

export interface ImportedWorkspace {
  workspace_id: string;
  /** Present when the import made the workspace. */
  key?: string;
  written: number;
  /** Rows that were there already. */
  present: number;
  /** Rows that refer to something which the export does not hold, or which do not fit into a workspace of another id. */
  left_out: number;
  /** Secrets that were replaced on the way. */
  redacted_secrets: number;
}

/** Writes an export into a deployment. The file is read through first, so that a damaged one writes nothing. */
export async function importWorkspace(
  target: Operator,
  { file, into, name, resume = false }: ImportOptions,
): Promise<ImportedWorkspace> {
  const { header } = await checkExportFile(file);
  const begun = await target.beginImport({ header, into: into ?? null, name: name ?? null, resume });
  const imported: ImportedWorkspace = {
    workspace_id: begun.workspace_id,
    ...(begun.key === undefined ? {} : { key: begun.key }),
    written: 0,
    present: 0,
    left_out: 0,
    redacted_secrets: 0,
  };
  const send = async (table: string, rows: Record<string, unknown>[]): Promise<void> => {
    const { written, leftOut, redacted } = await target.importRows({
      workspaceId: begun.workspace_id,
      table,
      rows,
    });
    imported.written += written;
    imported.left_out += leftOut;
    imported.redacted_secrets += redacted;
    imported.present += rows.length - written - leftOut;
  };
  let batch: { table: string; rows: Record<string, unknown>[]; bytes: number } | undefined;
  for await (const { table, row } of readExportRows(file)) {
    if (begun.left_out.includes(table)) {
      imported.left_out += 1;
      continue;
    }
    const bytes = JSON.stringify(row).length;
    const fits =
      batch?.table === table && batch.rows.length < CALL_ROWS_MAX && batch.bytes + bytes <= CALL_BYTES_MAX;
    if (batch && !fits) await send(batch.table, batch.rows);
    if (!batch || !fits) batch = { table, rows: [], bytes: 0 };
    batch.rows.push(row);
    batch.bytes += bytes;
  }
  if (batch) await send(batch.table, batch.rows);
  // The semantic index, and vectors of another model, are made here.
  await target.runJob({ job: 'maintainWorkspace', workspaceId: begun.workspace_id });
  return imported;
}
