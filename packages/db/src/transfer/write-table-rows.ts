import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { unnoted } from '../history/change-source.ts';
import { json, uuid } from '../sql-values.ts';
import { describeTable } from './describe-table.ts';
import type { TransferRow } from './read-table-page.ts';
import { mergeWordsOnce } from './merge-words-once.ts';
import { transferTables, type TransferTable, type TransferTableName } from './transfer-tables.ts';

export interface WrittenRows {
  written: number;
  /** Rows that refer to what is not there: the export was made while the workspace was written to. */
  leftOut: number;
}

const writtenRows = row({
  written: col.int`(select count(*) from written)`,
  whole: col.int`(select count(*) from whole)`,
});

/**
 * Writes rows of an export into a workspace, in one statement; a row whose key is there already stays as it is, so that
 * an import may be repeated.
 * @param options.note whether the history notes what is created; default: a move is no change
 * @throws a unique violation when another workspace holds the same identifiers
 */
export async function writeTableRows(
  db: Database,
  workspaceId: WorkspaceId,
  { table, rows, note = unnoted() }: { table: TransferTableName; rows: readonly TransferRow[]; note?: SQL },
): Promise<WrittenRows> {
  const { columns, key, references } = await describeTable(db, table);
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  // A column that the export does not know takes its default.
  const names = columns.map(({ name }) => name).filter((name) => name === 'workspace_id' || given.has(name));
  const list = (prefix: SQL, columnNames: readonly string[]) =>
    sql.join(
      columnNames.map((name) => sql`${prefix}${sql.identifier(name)}`),
      sql`, `,
    );
  const { replaces = false, yields = false }: TransferTable = transferTables[table];
  const target = list(
    sql``,
    key.map(({ name }) => name),
  );
  const whole = references.map(({ table: referred, columns: pairs }) => {
    const absent = pairs.map(([here]) => sql`r.${sql.identifier(here)} is null`);
    const same = pairs.map(([here, there]) => sql`p.${sql.identifier(there)} = r.${sql.identifier(here)}`);
    return sql`(${sql.join(absent, sql` or `)}
      or exists (select from ${sql.identifier(referred)} p where ${sql.join(same, sql` and `)}))`;
  });
  const statement = sql`with given as materialized (
        select p.* from jsonb_array_elements(${json(rows)}) g(row)
        cross join lateral jsonb_populate_record(null::${sql.identifier(table)},
          g.row || jsonb_build_object('workspace_id', ${uuid(workspaceId)})) p),
      whole as materialized (
        select * from given r where ${whole.length > 0 ? sql.join(whole, sql` and `) : sql`true`}),
      written as (
        insert into ${sql.identifier(table)} (${list(sql``, names)}) select ${list(sql`r.`, names)} from whole r
        where ${note}
        on conflict ${
          replaces
            ? sql`(${target}) do update set (${list(sql``, names)}) = row(${list(sql`excluded.`, names)})`
            : sql`${yields ? sql`` : sql`(${target})`} do nothing`
        }
        returning 1)
      select ${writtenRows.columns}`;
  const write = (within: Database) => query(within, writtenRows, statement);
  const [counts] = await (table === 'memories' ? mergeWordsOnce(db, rows.length, write) : write(db));
  return { written: counts?.written ?? 0, leftOut: rows.length - (counts?.whole ?? 0) };
}
