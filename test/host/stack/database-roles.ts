import type { Engine } from '../../../packages/db/src/drivers/embedded-engine/engine.ts';
import { pgliteEngine, sessionLimit } from '../../aws-stand-in/rds-data/pglite-engine.ts';
import type { SqlEngine, SqlTransaction } from '../../aws-stand-in/rds-data/sql-engine.ts';

/** Settings of a role, as a session of its own begins with. */
const LOG_IN = `select set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), true)
  from pg_roles, unnest(rolconfig) setting where rolname = $1`;

/**
 * The database as a role sees it that logs in with its own secret: each statement, alone or in a transaction, is the role's,
 * in a session with the role's settings.
 */
export function engineOfRole(engine: Engine, role: string): SqlEngine {
  const owner = pgliteEngine(engine);
  const begin = async (): Promise<SqlTransaction> => {
    const transaction = await owner.begin();
    await transaction.run(LOG_IN, [role]);
    const { rows } = await transaction.run(
      `select (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::text`,
      [],
    );
    const limitMs = Number(rows[0]?.[0]);
    await transaction.run(`set local role ${role}`, []);
    return {
      end: async (outcome) => {
        try {
          await transaction.end(outcome);
        } catch (error) {
          // A statement that reached its limit has been rolled back with its session.
          if (outcome === 'commit') throw error;
        }
      },
      run: (text, values) =>
        limitMs > 0
          ? sessionLimit.run(limitMs, async () => transaction.run(text, values))
          : transaction.run(text, values),
    };
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
