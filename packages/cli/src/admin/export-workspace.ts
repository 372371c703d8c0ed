import { resolve } from 'node:path';
import type { ExportHeader } from '@memory/contracts';
import { writeNewFile } from '../records/write-new-file.ts';
import { endLine, headerLine, rowLine } from './export-file.ts';
import type { Operator } from './operator.ts';

interface Page {
  rows: Record<string, unknown>[];
  next: string[] | null;
}

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
  const input = { workspaceId: workspace };
  const { header, tables } = (await source.run({
    operation: 'describeExport',
    input: { ...input, file: resolve(file) },
  })) as {
    header: ExportHeader;
    tables: string[];
  };
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

async function* pagesOf(source: Operator, workspaceId: string, table: string): AsyncGenerator<Page['rows']> {
  for (let after: string[] | null = null; ;) {
    const page = (await source.run({
      operation: 'exportRows',
      input: { workspaceId, table, after },
    })) as Page;
    if (page.rows.length > 0) yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
