import { ExportHeader } from '@memory/contracts';
import * as z from 'zod';
import { readByteLines } from '../../archive/records/read-byte-lines.ts';

/** A row of a table. */
const Row = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
/** The last line: rows by table, by which a file that was cut short is known. */
const End = z.object({ end: z.literal(true), rows: z.record(z.string(), z.int()) });

export type ExportRow = z.output<typeof Row>;

export const headerLine = (header: ExportHeader): string => `${JSON.stringify(header)}\n`;
export const rowLine = (row: ExportRow): string => `${JSON.stringify(row)}\n`;
export const endLine = (rows: Record<string, number>): string => `${JSON.stringify({ end: true, rows })}\n`;

/** Reads a file through before anything is done with it. @throws when it is no export, or not a whole one */
export async function checkExportFile(
  file: string,
): Promise<{ header: ExportHeader; rows: Record<string, number> }> {
  let header: ExportHeader | undefined;
  const counted: Record<string, number> = {};
  let end: z.output<typeof End> | undefined;
  for await (const { line, number } of linesOf(file)) {
    if (!header) {
      const parsed = ExportHeader.safeParse(line);
      if (!parsed.success) throw new Error(`${file} is not an export of a workspace in a form known here.`);
      header = parsed.data;
    } else if (end) {
      throw new Error(`${file}, line ${number}: the export has ended before.`);
    } else {
      end = End.safeParse(line).data;
      if (end) continue;
      const row = Row.safeParse(line);
      if (!row.success) throw new Error(`${file}, line ${number} is not a row of an export.`);
      counted[row.data.table] = (counted[row.data.table] ?? 0) + 1;
    }
  }
  if (!header) throw new Error(`${file} is empty.`);
  const whole =
    end &&
    [...Object.keys(end.rows), ...Object.keys(counted)].every((table) => end.rows[table] === counted[table]);
  if (!whole) throw new Error(`${file} is not whole: its end is missing or names another number of rows.`);
  return { header, rows: counted };
}

/** The rows of a file that has been checked. */
export async function* readExportRows(file: string): AsyncGenerator<ExportRow> {
  for await (const { line, number } of linesOf(file)) {
    if (number === 1 || End.safeParse(line).success) continue;
    yield Row.parse(line);
  }
}

async function* linesOf(file: string): AsyncGenerator<{ line: unknown; number: number }> {
  // Lines may have any length.
  for await (const { text, number } of readByteLines(file, { bytesMax: Infinity }))
    yield { line: parse(text ?? '', file, number), number };
}

function parse(text: string, file: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}, line ${number} is not JSON; the file may have been cut short.`, {
      cause: error,
    });
  }
}
