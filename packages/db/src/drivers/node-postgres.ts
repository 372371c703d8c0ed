import { callbackify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { roundTripCounter, type Database } from '../database.ts';
import { FairTurns } from '../fair-turns.ts';
import { IDLE_TRANSACTION_LIMIT_MS, STATEMENT_LIMIT_MS, statementLimitMs } from '../statement-limit.ts';
import { slowStatements } from '../slow-statements.ts';
import type { OpenDatabase } from './opened-database.ts';

/** The limit that each connection is set to; it begins with that of a request. */
const limits = new WeakMap<pg.Client, number>();

const CONNECTIONS = 10;

/**
 * Connections that are given in turn by caller, which the pool itself gives first come first served, and whose statements
 * have the limit of whoever takes one: one more round trip when the last user had another.
 */
class FairPool extends pg.Pool {
  readonly #turns = new FairTurns(CONNECTIONS);

  constructor(config: pg.PoolConfig) {
    super({ ...config, max: CONNECTIONS });
    this.on('release', () => this.#turns.leave());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const limited = this.#connect(statementLimitMs());
    // The pool's own `query` takes the connection in this form.
    if (callback)
      callbackify(() => limited)((error, client) => callback(error ?? undefined, client, doneWith(client)));
    else return limited;
  }

  async #connect(limitMs: number): Promise<pg.PoolClient> {
    await this.#turns.enter();
    const client = await super.connect().catch((error: unknown) => {
      this.#turns.leave();
      throw error;
    });
    if ((limits.get(client) ?? STATEMENT_LIMIT_MS.request) === limitMs) return client;
    try {
      await client.query(`set statement_timeout = ${limitMs}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    limits.set(client, limitMs);
    return client;
  }
}

type Query = (...args: unknown[]) => unknown;

/** Has the slow statements of a connection noted, whichever way they are asked. */
function noteSlow(client: pg.ClientBase, pool: pg.Pool): void {
  const ask = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof config === 'string' ? config : config.text;
    const startedAt = performance.now();
    const settled = (result?: { rowCount: number | null }) =>
      slowStatements.note({
        text,
        ms: performance.now() - startedAt,
        rows: result?.rowCount ?? null,
        explain: async () => {
          const given = Array.isArray(values) ? values : typeof config === 'string' ? [] : config.values;
          // The extended protocol refuses several statements, whose others would be run.
          const alone = { text: `explain (format json) ${text}`, values: given ?? [], queryMode: 'extended' };
          return pool.query(alone);
        },
      });
    const callback = args.at(-1);
    if (typeof callback === 'function')
      args[args.length - 1] = (error: unknown, result: { rowCount: number | null }) => {
        settled(result);
        (callback as Query)(error, result);
      };
    const answer = ask(...args);
    if (answer instanceof Promise) void answer.then(settled, () => settled());
    return answer;
  }) as typeof client.query;
}

type Done = (release?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

const doneWith =
  (client: pg.PoolClient | undefined): Done =>
  (release) =>
    client?.release(release);

/** A PostgreSQL server with pgvector. `options` are settings of the session, such as a search path. */
export function openNodePostgres(
  url: string,
  { options }: { options?: string } = {},
): OpenDatabase & { pool: pg.Pool } {
  const settings = [
    '-c timezone=UTC',
    '-c plan_cache_mode=force_custom_plan',
    '-c jit=off',
    `-c statement_timeout=${STATEMENT_LIMIT_MS.request}`,
    `-c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_LIMIT_MS}`,
    options ?? '',
  ];
  const pool = new FairPool({ connectionString: url, options: settings.join(' ').trim() });
  pool.on('connect', (client) => noteSlow(client, pool));
  // A connection that breaks while idle is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  const db: Database = drizzle({ client: pool, logger: roundTripCounter });
  return { db, pool, close: () => pool.end() };
}
