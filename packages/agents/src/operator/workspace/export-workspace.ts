import { resolve } from 'node:path';
import type { OperationOutput } from '@memory/contracts';
import { writeNewFile } from '../../archive/records/write-new-file.ts';
import { endLine, headerLine, rowLine } from './export-file.ts';
import type { Operator } from '../operator.ts';

export interface ExportedWorkspace {
  file: string;
  /** Rows by table. */
  rows: Record<string, number>;
}

/** Writes a workspace to a file, page by page: what it takes does not grow with the workspace. */
export async function exportWorkspace(
  source: Operator,
  { workspace, file }: { workspace: string; file: string },
): Promise<ExportedWorkspace> {
  const { header, tables } = await source.describeExport({ workspaceId: workspace, file: resolve(file) });
  const rows: Record<string, number> = {};
  async function* lines(): AsyncGenerator<string> {
    yield headerLine(header);
    for (const table of tables)
      for await (const page of pagesOf(source, workspace, table)) {
        rows[table] = (rows[table] ?? 0) + page.length;
        for (const row of page) yield rowLine({ table, row });
      }
    yield endLine(rows);
  }
  await writeNewFile(file, lines());
  return { file, rows };
}

type Page = OperationOutput<'exportRows'>;

async function* pagesOf(source: Operator, workspaceId: string, table: string): AsyncGenerator<Page['rows']> {
  for (let after: string[] | null = null; ;) {
    const page: Page = await source.exportRows({ workspaceId, table, after });
    if (page.rows.length > 0) yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
