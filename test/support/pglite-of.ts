import type { PGlite } from '@electric-sql/pglite';
import type { Database } from '@memory/db';

/** The embedded engine behind a database that was opened on it. */
export function pgliteOf(db: Database): PGlite {
  const { $client } = db as Database & { $client?: PGlite };
  if (!$client) throw new Error('This database is not an embedded one.');
  return $client;
}
