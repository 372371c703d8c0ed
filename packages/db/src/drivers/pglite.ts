import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { drizzle } from 'drizzle-orm/pglite';
import { roundTripCounter, type Database } from '../database.ts';
import { markEmbedded } from './embedded.ts';
import type { OpenDatabase } from './opened-database.ts';

/** GIN's pending list is merged by autovacuum, which the embedded engine has not: searches would read it instead. */
const DISABLE_PENDING_LISTS = `do $$ declare i text; begin
  for i in select c.oid::regclass::text from pg_class c join pg_am a on a.oid = c.relam
    where c.relkind = 'i' and a.amname = 'gin' and coalesce(not c.reloptions @> '{fastupdate=off}', true)
  loop execute format('alter index %s set (fastupdate = off)', i); end loop; end $$`;

/**
 * PostgreSQL inside this process.
 * @param dataDir folder of the database; in memory when absent
 * @param dump a `dumpDataDir` to begin with, where there is nothing yet
 */
export async function openPglite(dataDir?: string, dump?: Blob): Promise<OpenDatabase & { pglite: PGlite }> {
  const pglite = await PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    extensions: { vector, btree_gin },
    relaxedDurability: false,
  });
  takeTurns(pglite);
  await pglite.exec(`set timezone = 'UTC'; set plan_cache_mode = force_custom_plan; set jit = off`);
  const db: Database = drizzle({ client: pglite, logger: roundTripCounter });
  markEmbedded(db);
  return {
    db,
    pglite,
    // One connection: a second job fills it while the first one computes, more would only queue before requests.
    jobsAtOnce: 2,
    async tune() {
      await pglite.exec(DISABLE_PENDING_LISTS);
    },
    async vacuum() {
      await pglite.exec('vacuum analyze');
    },
    close: () => pglite.close(),
  };
}

/**
 * Lets the event loop turn before each statement. The engine answers within microtasks, so that work made of statements
 * alone, as a job's is, would otherwise keep this process from even reading requests until it ends.
 */
function takeTurns(pglite: PGlite): void {
  const afterTurn =
    (query: PGlite['query']): PGlite['query'] =>
    async (...statement) => {
      await nextTurn();
      return query(...statement);
    };
  pglite.query = afterTurn(pglite.query.bind(pglite));
  const transaction = pglite.transaction.bind(pglite);
  pglite.transaction = (work) =>
    transaction((tx) => {
      tx.query = afterTurn(tx.query.bind(tx));
      return work(tx);
    });
}
