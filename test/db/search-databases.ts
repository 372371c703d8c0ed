import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe } from 'vitest';
import { migrate, openDatabase, type Database, type OpenDatabase } from '@memory/db';
import { openNodePostgres } from '../../packages/db/src/drivers/node-postgres.ts';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';
import { pgliteEngine } from '../support/aws/rds-data/pglite-engine.ts';
import { startAwsStandIn } from '../support/aws/start-aws-stand-in.ts';

const TARGET = { resourceArn: 'arn:cluster', secretArn: 'arn:secret', database: 'memory' };

let embedded: Promise<OpenDatabase & { pglite: PGlite }> | undefined;

/** One embedded database for a test file: starting it takes longer than most tests. */
const openEmbedded = () =>
  (embedded ??= openPglite().then(async (opened) => {
    await migrate(opened.db);
    await opened.tune?.();
    return opened;
  }));

/** The same database through drizzle's Data API driver, over a stand-in as strict as the service. */
async function openDataApi(): Promise<OpenDatabase> {
  const { pglite } = await openEmbedded();
  const standIn = await startAwsStandIn({ rdsData: { engine: pgliteEngine(pglite) } });
  const opened = await openDatabase({
    driver: 'data-api',
    ...TARGET,
    resumeTimeoutMs: 0,
    client: standIn.clientConfig,
  });
  return {
    db: opened.db,
    close: async () => {
      await opened.close();
      await standIn.close();
    },
  };
}

async function openServer(url: string): Promise<OpenDatabase> {
  const schema = `search_${process.pid}_${Date.now()}`;
  const opened = openNodePostgres(url, { options: `-c search_path=${schema},public` });
  await opened.pool.query('create extension if not exists vector; create extension if not exists btree_gin');
  await opened.pool.query(`create schema ${schema}`);
  await migrate(opened.db);
  return {
    db: opened.db,
    close: async () => {
      await opened.pool.query(`drop schema ${schema} cascade`);
      await opened.close();
    },
  };
}

const url = process.env.TEST_DATABASE_URL;

const engines: [string, () => Promise<OpenDatabase>][] = [
  // Left open: the next suite of the file goes on with it.
  ['PGlite', async () => ({ ...(await openEmbedded()), close: async () => undefined })],
  ['Data API', openDataApi],
  ...(url ? [['PostgreSQL', () => openServer(url)] as [string, () => Promise<OpenDatabase>]] : []),
];

/** Runs a suite on every driver; `db()` is the database inside its tests. */
export function describeSearchDatabases(suite: (db: () => Database) => void): void {
  describe.each(engines)('%s', (_name, open) => {
    let opened: OpenDatabase | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
    suite(() => {
      if (!opened) throw new Error('The database of the suite is not open.');
      return opened.db;
    });
  });
}
