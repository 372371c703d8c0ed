import { sql } from 'drizzle-orm';
import { query, type Database } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';

const tableColumn = row({ name: col.text`name`, type: col.text`type` });
export type TableColumn = RowOf<typeof tableColumn>;

const tableDescription = row({
  columns: col.listOf(tableColumn)`(select json_agg(${tableColumn.json} order by attnum) from attribute)`,
  /** Columns of the primary key, the workspace first. */
  key: col.listOf(
    tableColumn,
  )`coalesce((select json_agg(${tableColumn.json} order by place) from key), '[]')`,
  /** What its rows refer to: pairs of a column here and one there. */
  references: col.json<{ table: string; columns: [string, string][] }[]>()`coalesce((
    select json_agg(json_build_object('table', target, 'columns', columns)) from reference), '[]')`,
});
export type TableDescription = RowOf<typeof tableDescription>;

/** A table as the catalogue has it, so that a column added by a later migration moves too. */
export async function describeTable(db: Database, table: string): Promise<TableDescription> {
  const [described] = await query(
    db,
    tableDescription,
    sql`with attribute as (
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
      select ${tableDescription.columns}`,
  );
  if (!described) throw new Error('A statement that always has one row had none.');
  return described;
}
