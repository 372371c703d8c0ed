import { sql, type SQL } from 'drizzle-orm';
import { sweptTables, type SweptTableName } from './swept-tables.ts';

/** The swept columns of row `t` as a JSON object. */
export const textsOf = (table: SweptTableName): SQL =>
  sql`jsonb_build_object(${sql.join(
    sweptTables[table].columns.map((name) => sql`${sql.raw(`'${name}'`)}, t.${sql.identifier(name)}`),
    sql`, `,
  )})`;

/** Says whether they are still what was read. */
export const textsDigest = (table: SweptTableName): SQL => sql`md5(${textsOf(table)}::text)`;
