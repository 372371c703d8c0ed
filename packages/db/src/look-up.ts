import { sql, type SQL } from 'drizzle-orm';

/**
 * Rows of a table that are looked up for each row before it, as `alias`. A subquery with an offset is neither joined in another order
 * nor read as a whole, whatever the planner believes of the table: plans of a young database are made blindly.
 * @param where names rows before it, and those of the table by the alias
 */
export const lookUp = (table: SQL | string, alias: string, where: SQL): SQL =>
  sql`cross join ${found(table, alias, where)}`;

/** The same, with nulls where there is none. */
export const lookUpAny = (table: SQL | string, alias: string, where: SQL): SQL =>
  sql`left join ${found(table, alias, where)} on true`;

const found = (table: SQL | string, alias: string, where: SQL): SQL => {
  const name = sql.raw(alias);
  return sql`lateral (
    select * from ${typeof table === 'string' ? sql.raw(table) : table} ${name} where ${where} offset 0) ${name}`;
};
