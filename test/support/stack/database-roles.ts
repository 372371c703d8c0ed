import type { Engine } from '../../../packages/db/src/drivers/embedded-engine/engine.ts';
import { pgliteEngine } from '../aws/rds-data/pglite-engine.ts';
import type { SqlEngine } from '../aws/rds-data/sql-engine.ts';

/** The database as a role sees it that logs in with its own secret: each statement, alone or in a transaction, is the role's. */
export function engineOfRole(engine: Engine, role: string): SqlEngine {
  const owner = pgliteEngine(engine);
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
