import { setImmediate } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { STATEMENT_LIMIT_MS, withStatementLimit, type Database } from '@memory/db';

/** Runs an insert of many rows: foreign keys are checked with one plan for all, instead of one each. */
export async function insertInBulk(db: Database, statement: SQL): Promise<void> {
  // On a busy machine thousands of rows take longer than a request may.
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local plan_cache_mode = auto`);
      await tx.execute(statement);
    }),
  );
  // Timers had no turn meanwhile: connections that were due to be closed are, before the next request takes one.
  await setImmediate();
}
