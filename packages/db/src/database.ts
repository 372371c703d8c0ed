import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database or a transaction of it, whatever the driver. */
export type Database = PgDatabase<PgQueryResultHKT>;

declare const workspaceBrand: unique symbol;

/** Minted by authentication, job payloads and the operator only: a query without its tenant does not compile. */
export type WorkspaceId = string & { readonly [workspaceBrand]: true };

/**
 * Runs one statement.
 * @returns its rows, keyed by column; select nothing but text, numbers, booleans and JSON as text, since the drivers
 *   differ in every other type
 */
export async function queryRows<Row extends object>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows?: Row[] };
  return result.rows ?? [];
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
