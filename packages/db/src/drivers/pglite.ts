import { drizzle } from 'drizzle-orm/pglite';
import type { PGlite } from '@electric-sql/pglite';
import { roundTripCounter, type Database } from '../database.ts';
import { STATEMENT_LIMIT_MS, withStatementLimit } from '../statement-limit.ts';
import { markEmbedded } from './embedded.ts';
import { eraseReplaced } from './embedded-engine/folder-files.ts';
import type { Engine, EngineConfig } from './embedded-engine/engine.ts';
import { TAKE_OVER_SETTINGS } from './embedded-engine/session-settings.ts';
import { startEngine } from './embedded-engine/start-engine.ts';
import { SHARE_OF_WORKSPACES } from './embedded-engine/table-upkeep.ts';
import type { OpenDatabase } from './opened-database.ts';

/** GIN's pending list is merged by autovacuum, which the embedded engine has not: searches would read it instead. */
const DISABLE_PENDING_LISTS = `do $$ declare i text; begin
  for i in select c.oid::regclass::text from pg_class c join pg_am a on a.oid = c.relam
    where c.relkind = 'i' and a.amname = 'gin' and coalesce(not c.reloptions @> '{fastupdate=off}', true)
  loop execute format('alter index %s set (fastupdate = off)', i); end loop; end $$`;

export interface PgliteConfig extends EngineConfig {
  /** One that has been started already. */
  started?: Promise<Engine> | undefined;
}

export async function openPglite({ started, ...config }: PgliteConfig = {}): Promise<
  OpenDatabase & { engine: Engine }
> {
  const engine = await (started ?? startEngine(config));
  const maintain = (text: string) =>
    withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => engine.exec(text));
  // It is asked for no more of PGlite than the engine offers.
  const db: Database = drizzle({ client: engine as unknown as PGlite, logger: roundTripCounter });
  markEmbedded(db, () => engine.callerWrites);
  return {
    db,
    engine,
    // One connection: one job that embeds and one that relates fill it while the other computes, and do not wait for two more, which
    // may take seconds. Further ones would only wait for their turns.
    jobsAtOnce: 4,
    tune: async () => {
      await maintain(TAKE_OVER_SETTINGS);
      await maintain(DISABLE_PENDING_LISTS);
      await maintain(SHARE_OF_WORKSPACES);
    },
    erase: () => withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => eraseReplaced(engine)),
    ...(config.dataDir === undefined
      ? {}
      : {
          copyTo: (folder: string) =>
            withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => engine.copyTo(folder)),
        }),
    close: () => engine.close(),
  };
}
