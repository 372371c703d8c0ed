import type { Pool, PoolClient } from 'pg';
import { translateSqlErrors } from './sql-engine.ts';
import type { RunSql, SqlEngine, SqlResult } from './sql-engine.ts';

const asText = { getTypeParser: () => (value: string) => value };

/**
 * A SqlEngine over a node-postgres pool. Every connection is set to UTC when it is taken, as the service's
 * are. Session settings do not outlive the statement that made them, since the service promises no session.
 */
export function pgPoolEngine(pool: Pool): SqlEngine {
  const run = (client: PoolClient, text: string, values: readonly (string | null)[]): Promise<SqlResult> =>
    translateSqlErrors(async () => {
      // The extended protocol refuses several statements in one text, also when there are no parameters.
      const config = { text, values: [...values], rowMode: 'array', queryMode: 'extended', types: asText };
      const result = await client.query<(string | null)[]>(config);
      return {
        columns: result.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
        rows: result.rows,
        affectedRows: result.rowCount ?? 0,
      };
    });

  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    await client.query(`set timezone to 'UTC'`);
    return client;
  };

  const release = async (client: PoolClient): Promise<void> => {
    try {
      await client.query('reset all');
      client.release();
    } catch {
      client.release(true);
    }
  };

  return {
    run: async (text, values) => {
      const client = await connect();
      try {
        return await run(client, text, values);
      } finally {
        await release(client);
      }
    },
    begin: async () => {
      const client = await connect();
      await client.query('begin');
      const runInside: RunSql = (text, values) => run(client, text, values);
      return {
        run: runInside,
        end: async (outcome) => {
          try {
            await translateSqlErrors(() => client.query(outcome));
          } finally {
            await release(client);
          }
        },
      };
    },
  };
}
