import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { col } from '../row.ts';
import { json, uuid } from '../sql-values.ts';
import { describeTable, type TableColumn } from './describe-table.ts';
import { transferTables, type TransferTable, type TransferTableName } from './transfer-tables.ts';

/** A row as JSON, by its columns; the workspace is left out. */
export type TransferRow = Record<string, unknown>;

/** As many as can be read in one go. */
const ROWS_MAX = 500;

/** Bytes of JSON a page, of the 6 MB that a function may answer; the first row is always in it. */
const PAGE_BYTES = sql.raw('2000000');

const TRANSFER_ROW = col.json<TransferRow>()`body`;

/** Whether another row follows the page. */
const HAS_NEXT = col.bool`place < total`;

/**
 * The next rows of a workspace in a table, in the order of its key.
 * @param after `next` of the page before; null for the first
 * @returns `next` is null when no row follows
 */
export async function readTablePage(
  db: Database,
  workspaceId: WorkspaceId,
  { table, after }: { table: TransferTableName; after: readonly string[] | null },
): Promise<{ rows: TransferRow[]; next: string[] | null }> {
  const { key } = await describeTable(db, table);
  const order = sql.join(key.map(column), sql`, `);
  const id = sql`jsonb_build_array(${sql.join(
    key.map((each) => sql`${column(each)}::text`),
    sql`, `,
  )})::text`;
  const body = bodyOf(table);
  const from = sql`from ${sql.identifier(table)} t where t.workspace_id = ${uuid(workspaceId)}`;
  const read = await readWhole(db, {
    body: TRANSFER_ROW,
    extra: HAS_NEXT,
    selection: sql`select id, place, to_json(${HAS_NEXT.json}) extra, body from (
        select id, body, place, count(*) over () total, sum(octet_length(body::text)) over (order by place) running from (
          select ${id} id, ${body} body, (row_number() over (order by ${order}))::int place
          ${from} ${after === null ? sql`` : sql`and (${order}) > (${values(key, json(after))})`}
          order by ${order} limit ${ROWS_MAX}::int) first_rows) sized
      where place = 1 or running <= ${PAGE_BYTES}`,
    again: (ids) => sql`select ${id} id, g.place::int, null::json extra, ${body} body
      from jsonb_array_elements(${`[${ids.join(',')}]`}::jsonb)
        with ordinality g(key, place)
      join lateral (select t.* ${from} and (${order}) = (${values(key, sql`g.key`)}) offset 0) t on true`,
  });
  const last = read.at(-1);
  // A page that was cut, and a full one, are followed by another.
  const more = last !== undefined && (last.extra || read.length === ROWS_MAX);
  return {
    rows: read.map((row) => row.body),
    next: more ? (JSON.parse(last.id) as string[]) : null,
  };
}

const column = ({ name }: TableColumn): SQL => sql`t.${sql.identifier(name)}`;

/** The columns of the key out of a JSON array of their texts. */
const values = (key: readonly TableColumn[], array: SQL): SQL =>
  sql.join(
    key.map(({ type }, place) => sql`(${array} ->> ${sql.raw(String(place))})::${sql.raw(type)}`),
    sql`, `,
  );

function bodyOf(table: TransferTableName): SQL {
  const { without = [] }: TransferTable = transferTables[table];
  const left = ['workspace_id', ...without].map((name) => sql.raw(`'${name}'`));
  return sql`(to_jsonb(t) - array[${sql.join(left, sql`, `)}])`;
}
