import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from './database.ts';
import { readWhole } from './read-whole.ts';
import { col, row, type JsonValue, type RowOf } from './row.ts';
import { json, uuid } from './sql-values.ts';

const tableColumn = row({ name: col.text`name`, type: col.text`type` });
type TableColumn = RowOf<typeof tableColumn>;

const tableDescription = row({
  columns: col.listOf(tableColumn)`(select json_agg(${tableColumn.json} order by attnum) from attribute)`,
  /** Columns of the primary key, the workspace first. */
  key: col.listOf(
    tableColumn,
  )`coalesce((select json_agg(${tableColumn.json} order by place) from key), '[]')`,
  /** References of its rows: pairs of a column here and one there. */
  references: col.json<{ table: string; columns: [string, string][] }[]>()`coalesce((
    select json_agg(json_build_object('table', target, 'columns', columns)) from reference), '[]')`,
});

/** A table as the catalogue has it, so that a column added by a later migration moves too. */
export async function describeTable(db: Database, table: string): Promise<RowOf<typeof tableDescription>> {
  const [described] = await query(db, tableDescription)`with attribute as (
        select attnum, attname::text name, format_type(atttypid, atttypmod) type
        from pg_attribute where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped
          and attgenerated = ''),
      key as (
        select a.name, a.type, u.place
        from pg_constraint c cross join lateral unnest(c.conkey) with ordinality u(attnum, place)
        join attribute a on a.attnum = u.attnum
        where c.conrelid = ${table}::text::regclass and c.contype = 'p'),
      reference as (
        select c.confrelid::regclass::text target, 
          json_agg(json_build_array(a.name, f.attname) order by u.place) columns
        from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) with ordinality u(here, there, place)
        join attribute a on a.attnum = u.here
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = u.there
        where c.conrelid = ${table}::text::regclass and c.contype = 'f' and c.confrelid <> 'workspaces'::regclass
        group by c.oid, c.confrelid)
      select ${tableDescription.columns}`;
  if (!described) throw new Error('A statement that always has one row had none.');
  return described;
}

const column = ({ name }: TableColumn, alias = 't'): SQL => sql`${sql.raw(alias)}.${sql.identifier(name)}`;

/** The columns of the key of row `t`, or another. */
export const keyColumns = (key: readonly TableColumn[], alias?: string): SQL =>
  sql.join(
    key.map((each) => column(each, alias)),
    sql`, `,
  );

/** The same as a JSON array of their texts. */
export const keyTexts = (key: readonly TableColumn[], alias?: string): SQL =>
  sql`jsonb_build_array(${sql.join(
    key.map((each) => sql`${column(each, alias)}::text`),
    sql`, `,
  )})`;

/** The columns of the key out of a JSON array of their texts. */
export const keyValues = (key: readonly TableColumn[], array: SQL): SQL =>
  sql.join(
    key.map(({ type }, place) => sql`(${array} ->> ${sql.raw(String(place))})::${sql.raw(type)}`),
    sql`, `,
  );

/** As many as can be read in one go. */
const ROWS_MAX = 500;

const HAS_NEXT = col.bool`place < total`;

export interface RowsPage<Body> {
  rows: { key: string[]; body: Body }[];
  /** Key of the last row; null when no row follows. */
  next: string[] | null;
}

/**
 * The next rows of a workspace in any of its tables, in the order of its key.
 * @param options.body of row `t`
 * @param options.bytes of JSON a page; the first row is always in it
 * @param options.after `next` of the page before; null for the first
 * @param options.where of row `t`: only rows for which it holds
 */
export async function readRowsPage<Body>(
  db: Database,
  workspaceId: WorkspaceId,
  {
    table,
    body,
    bytes,
    after,
    where,
  }: {
    table: string;
    body: JsonValue<Body>;
    bytes: number;
    after: readonly string[] | null;
    where?: SQL | undefined;
  },
): Promise<RowsPage<Body>> {
  const { key } = await describeTable(db, table);
  const order = keyColumns(key);
  const id = sql`${keyTexts(key)}::text`;
  const from = sql`from ${sql.identifier(table)} t where t.workspace_id = ${uuid(workspaceId)}`;
  // Row by row along the index of the key: read at once, the rows beyond one are taken for few, however many they are, and
  // each page would read and sort all of them.
  const own = key.length > 1 ? key.slice(1) : key;
  const next = (beyond: SQL | undefined) => sql`select ${keyColumns(own)}
            ${from} ${beyond ? sql`and (${keyColumns(own)}) > (${beyond})` : sql``} ${where ? sql`and ${where}` : sql``}
            order by ${keyColumns(own)} limit 1`;
  const [walked, here] = ['w', 't'].map((alias) => keyColumns(own, alias)) as [SQL, SQL];
  const read = await readWhole(db, {
    body,
    extra: HAS_NEXT,
    selection: sql`select id, place, to_json(${HAS_NEXT.json}) extra, body from (
        select id, body, place, count(*) over () total,
          sum(octet_length(body::text)) over (order by place) running from (
          with recursive walk as (
            select 1 place, w.* from (${next(after === null ? undefined : keyValues(own, json(after.slice(1))))}) w
            union all
            select w.place + 1, n.* from walk w cross join lateral (${next(walked)}) n
            where w.place < ${ROWS_MAX}::int)
          select ${id} id, ${body.json} body, w.place from walk w
          cross join lateral (select t.* ${from} and (${here}) = (${walked}) offset 0) t) first_rows) sized
      where place = 1 or running <= ${sql.raw(String(bytes))}`,
    again: (ids) => sql`select ${id} id, g.place::int, null::json extra, ${body.json} body
      from jsonb_array_elements(${`[${ids.join(',')}]`}::jsonb)
        with ordinality g(key, place)
      join lateral (select t.* ${from} and (${order}) = (${keyValues(key, sql`g.key`)}) offset 0) t on true`,
  });
  const last = read.at(-1);
  // A page that was cut, and a full one, are followed by another.
  const more = last !== undefined && (last.extra || read.length === ROWS_MAX);
  const rows = read.map((row) => ({ key: JSON.parse(row.id) as string[], body: row.body }));
  return { rows, next: more ? (rows.at(-1)?.key ?? null) : null };
}
