import type { PGlite } from '@electric-sql/pglite';
import { pgliteEngine } from '../aws/rds-data/pglite-engine.ts';
import type { SqlEngine } from '../aws/rds-data/sql-engine.ts';

/** The database as a role sees it that logs in with its own secret: each statement, alone or in a transaction, is the role's. */
export function engineOfRole(pglite: PGlite, role: string): SqlEngine {
  const owner = pgliteEngine(pglite);
  const begin: SqlEngine['begin'] = async () => {
    const transaction = await owner.begin();
    await transaction.run(`set local role ${role}`, []);
    return transaction;
  };
  return {
    begin,
    async run(text, values) {
      const transaction = await begin();
      try {
        const result = await transaction.run(text, values);
        await transaction.end('commit');
        return result;
      } catch (error) {
        await transaction.end('rollback');
        throw error;
      }
    },
  };
}
