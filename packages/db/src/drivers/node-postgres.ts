import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { roundTripCounter, type Database } from '../database.ts';
import type { OpenDatabase } from './opened-database.ts';

/** A PostgreSQL server with pgvector. `options` are settings of the session, such as a search path. */
export function openNodePostgres(
  url: string,
  { options }: { options?: string } = {},
): OpenDatabase & { pool: pg.Pool } {
  const settings = ['-c timezone=UTC', '-c plan_cache_mode=force_custom_plan', '-c jit=off', options ?? ''];
  const pool = new pg.Pool({ connectionString: url, max: 10, options: settings.join(' ').trim() });
  // A connection that breaks while idle is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  const db: Database = drizzle({ client: pool, logger: roundTripCounter });
  return { db, pool, close: () => pool.end() };
}
