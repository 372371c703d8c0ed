import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ExportHeader } from '@memory/contracts';
import * as z from 'zod';

/** A row of a table. */
const Row = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
/** The last line: rows by table, by which a file that was cut short is known. */
const End = z.object({ end: z.literal(true), rows: z.record(z.string(), z.int()) });

export type ExportRow = z.output<typeof Row>;

const isGzip = (file: string) => file.endsWith('.gz');

/** Writes lines to a file that must not exist yet, as gzip where its name says so; a failure leaves no file behind. */
export async function writeExportFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', flush: true });
  try {
    if (isGzip(file)) await pipeline(Readable.from(lines), createGzip(), target);
    else await pipeline(Readable.from(lines), target);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new Error(`${file} exists already.`, { cause: error });
    await rm(file, { force: true });
    throw error;
  }
}

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
  const source = createReadStream(file);
  const input = isGzip(file) ? source.pipe(createGunzip()) : source;
  // A pipe hands no errors on.
  source.on('error', (error) => input.destroy(error));
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    yield { line: parse(text, file, number), number };
  }
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
