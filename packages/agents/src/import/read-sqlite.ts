import type { SQLInputValue } from 'node:sqlite';
import { openRegularFile } from '@memory/text/strange-files';

export interface SqliteFile {
  tables: ReadonlySet<string>;
  columns(table: string): ReadonlySet<string>;
  rows(sql: string, ...values: SQLInputValue[]): Iterable<Readonly<Record<string, unknown>>>;
}

const MAGIC = 'SQLite format 3\u0000';

export async function isSqlite(path: string): Promise<boolean> {
  await using file = await openRegularFile(path);
  const { buffer } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  return buffer.toString('latin1') === MAGIC;
}

/** Reads a database of another tool, which may be running: nothing is written to it. */
export async function* readSqlite<Item>(
  path: string,
  read: (file: SqliteFile) => Iterable<Item>,
): AsyncGenerator<Item> {
  const { DatabaseSync } = await loadSqlite();
  // A number beyond 2^53 is no date of ours.
  const database = new DatabaseSync(path, { readOnly: true, allowExtension: false });
  try {
    const names = database.prepare(`select name from sqlite_master where type in ('table', 'view')`).all();
    yield* read({
      tables: new Set(names.map(({ name }) => String(name))),
      columns: (table) =>
        new Set(
          database
            .prepare('select name from pragma_table_info(?)')
            .all(table)
            .map(({ name }) => String(name)),
        ),
      rows: (sql, ...values) => database.prepare(sql).iterate(...values),
    });
  } finally {
    database.close();
  }
}

async function loadSqlite() {
  const warn = process.emitWarning;
  // A warning that a user can do nothing about.
  process.emitWarning = () => undefined;
  try {
    return await import('node:sqlite');
  } catch (error) {
    throw new Error(
      `Reading a SQLite file takes Node 22.13 or newer; this is ${process.version}. An export of the tool as JSON is read by any.`,
      { cause: error },
    );
  } finally {
    process.emitWarning = warn;
  }
}
