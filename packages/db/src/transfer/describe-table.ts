import { sql } from 'drizzle-orm';
import { queryRows, type Database } from '../database.ts';
import type { TransferTableName } from './transfer-tables.ts';

export interface TableColumn {
  name: string;
  type: string;
}

export interface TableDescription {
  columns: TableColumn[];
  /** Columns of the primary key, the workspace first. */
  key: TableColumn[];
  /** What its rows refer to: pairs of a column here and one there. */
  references: { table: string; columns: [string, string][] }[];
}

/** A table as the catalogue has it, so that a column added by a later migration moves too. */
export async function describeTable(db: Database, table: TransferTableName): Promise<TableDescription> {
  const [row] = await queryRows<{ body: string }>(
    db,
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
        select c.confrelid::regclass::text target, json_agg(json_build_array(a.name, f.attname) order by u.place) columns
        from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) with ordinality u(here, there, place)
        join attribute a on a.attnum = u.here
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = u.there
        where c.conrelid = ${table}::text::regclass and c.contype = 'f' and c.confrelid <> 'workspaces'::regclass
        group by c.oid, c.confrelid)
      select json_build_object(
        'columns', (select json_agg(json_build_object('name', name, 'type', type) order by attnum) from attribute),
        'key', coalesce((select json_agg(json_build_object('name', name, 'type', type) order by place) from key), '[]'),
        'references', coalesce((select json_agg(json_build_object('table', target, 'columns', columns)) from reference), '[]')
      )::text body`,
  );
  return JSON.parse(row?.body ?? '') as TableDescription;
}
