import type { Database } from '@memory/db';
import type { Engine } from '../../packages/db/src/drivers/embedded-engine/engine.ts';

/** The embedded engine behind a database that was opened on it. */
export function engineOf(db: Database): Engine {
  const { $client } = db as Database & { $client?: Engine };
  if (!$client) throw new Error('This database is not an embedded one.');
  return $client;
}
