import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Row } from './row.ts';

export type { WorkspaceId } from './workspace-id.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

type Statement<Answer> = (strings: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>;

/**
 * Runs the statement that is written as a template behind it.
 * @returns its rows, keyed by column; select nothing but text, numbers, booleans and JSON as text, since the drivers
 *   differ in every other type
 */
export const queryRows =
  <Row extends object>(db: Database): Statement<Row[]> =>
  async (strings, ...values) => {
    const { rows = [] } = (await db.execute(sql(strings, ...values))) as { rows?: Row[] };
    return rows;
  };

/** @param row what the statement selects: its `columns` stand in the select list or behind `returning` */
export const query =
  <Value>(db: Database, row: Row<Value>): Statement<Value[]> =>
  async (strings, ...values) =>
    (await queryRows<Record<string, unknown>>(db)(strings, ...values)).map(row.read);

/** The same of a statement that changes something. @returns how many rows it answers: those of its `returning`, 0 without one */
export const execute =
  (db: Database): Statement<number> =>
  async (strings, ...values) =>
    (await queryRows(db)(strings, ...values)).length;

const roundTrips = new AsyncLocalStorage<{ count: number }>();

/** Given to every driver: counts the statements of the request or job under way. */
export const roundTripCounter = {
  logQuery(): void {
    const counter = roundTrips.getStore();
    if (counter) counter.count += 1;
  },
};

/** Runs `work` and hands it a function that returns how many statements it has sent so far. */
export function countRoundTrips<Result>(
  work: (roundTripCount: () => number) => Promise<Result>,
): Promise<Result> {
  const counter = { count: 0 };
  return roundTrips.run(counter, () => work(() => counter.count));
}
