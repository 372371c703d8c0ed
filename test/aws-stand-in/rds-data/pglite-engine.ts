import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import type { Engine, EngineTransaction } from '../../../packages/db/src/drivers/embedded-engine/engine.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import { translateSqlErrors } from './sql-engine.ts';
import type { RunSql, SqlEngine, SqlTransaction } from './sql-engine.ts';

/** The part of an instance, or of its transaction, that runs a query. */
type Queryable = Pick<Transaction | EngineTransaction, 'query'>;

/** Its handlers are no part of the interface that it declares. */
type PGliteWithTypes = PGliteInterface & { parsers: object; serializers: object };

/**
 * Milliseconds that a statement may take as its session has it: PGlite takes `statement_timeout` and does not keep it, for it
 * has no clock that could interrupt it. The service's own engine has.
 */
export const sessionLimit = new AsyncLocalStorage<number>();

const asText = (value: unknown): string => String(value);

/** Every type that the instance would parse or serialise is left in its text form instead. */
const everyTypeAsText = (handlers: object): Record<number, (value: unknown) => string> =>
  Object.fromEntries(Object.keys(handlers).map((oid) => [oid, asText]));

/**
 * A SqlEngine over one PGlite instance, or over the service's own engine, which is one in another thread. It has a single connection, so a transaction keeps every other statement
 * waiting until it ends: PGlite's own transaction is the lock, which also holds back whoever uses the instance directly.
 */
export function pgliteEngine(db: PGliteWithTypes | Engine): SqlEngine {
  const runOn =
    (target: Queryable): RunSql =>
    (text, values) =>
      translateSqlErrors(async () => {
        const options =
          'parsers' in db
            ? { parsers: everyTypeAsText(db.parsers), serializers: everyTypeAsText(db.serializers) }
            : { asText: true };
        // The service's own limit is the stand-in's to keep: a statement that goes on after it must not end here.
        const result = await withStatementLimit(
          sessionLimit.getStore() ?? STATEMENT_LIMIT_MS.maintenance,
          () => target.query<(string | null)[]>(text, [...values], { rowMode: 'array', ...options }),
        );
        return {
          columns: result.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
          rows: result.rows,
          affectedRows: result.affectedRows ?? 0,
        };
      });

  return {
    run: runOn(db),
    begin: () =>
      new Promise<SqlTransaction>((opened, failed) => {
        const ended = Promise.withResolvers<'commit' | 'rollback'>();
        const closed = db.transaction(async (tx) => {
          opened({
            run: runOn(tx),
            end: async (outcome) => {
              ended.resolve(outcome);
              await translateSqlErrors(() => closed);
            },
          });
          if ((await ended.promise) === 'rollback') await tx.rollback();
        });
        closed.catch(failed);
      }),
  };
}
