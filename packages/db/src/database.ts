import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Row } from './row.ts';

export type { WorkspaceId } from './workspace-id.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * Runs one statement.
 * @returns its rows, keyed by column; select nothing but text, numbers, booleans and JSON as text, since the drivers
 *   differ in every other type
 */
export async function queryRows<Row extends object>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows?: Row[] };
  return result.rows ?? [];
}

/**
 * Runs one statement that answers rows.
 * @param row what the statement selects: its `columns` stand in the select list or behind `returning`
 */
export async function query<Value>(db: Database, row: Row<Value>, statement: SQL): Promise<Value[]> {
  const { rows = [] } = (await db.execute(statement)) as { rows?: Record<string, unknown>[] };
  return rows.map(row.read);
}

/**
 * Runs one statement that changes something.
 * @returns how many rows it answers: those of its `returning`, 0 without one
 */
export async function execute(db: Database, statement: SQL): Promise<number> {
  const { rows = [] } = (await db.execute(statement)) as { rows?: object[] };
  return rows.length;
}

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
