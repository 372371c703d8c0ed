import { afterAll, beforeAll, describe } from 'vitest';
import {
  migrate,
  openDatabase,
  STATEMENT_LIMIT_MS,
  withStatementLimit,
  type Database,
  type OpenDatabase,
} from '@memory/db';
import { openNodePostgres } from '../../packages/db/src/drivers/node-postgres.ts';
import { pgliteEngine } from '../aws-stand-in/rds-data/pglite-engine.ts';
import { startAwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { isWhole } from '../support/portion.ts';
import { openMigratedPglite } from './migrated-pglite.ts';

const TARGET = { resourceArn: 'arn:cluster', secretArn: 'arn:secret', database: 'memory' };

let embedded: ReturnType<typeof openMigratedPglite> | undefined;

/**
 * One embedded database for the suites of a process, apart from that of its hosts: an index of vectors finds a little less of a
 * workspace the more others are in it.
 */
export const openEmbedded = (): ReturnType<typeof openMigratedPglite> =>
  (embedded ??= openMigratedPglite().then(async (opened) => {
    await opened.tune?.();
    beInNoHurry(opened.db);
    return opened;
  }));

/** No request waits for these statements: on a busy machine one may take longer than those of a request may. */
function beInNoHurry(db: Database): void {
  const [execute, transaction] = [db.execute.bind(db), db.transaction.bind(db)];
  const patiently = <Result>(work: () => PromiseLike<Result>) =>
    withStatementLimit(STATEMENT_LIMIT_MS.maintenance, async () => await work());
  db.execute = ((statement) => patiently(() => execute(statement))) as typeof db.execute;
  db.transaction = (work, config) => patiently(() => transaction(work, config));
}

/** The database of an engine through drizzle's Data API driver, over a stand-in as strict as the service. */
export async function openDataApi(
  engine: Awaited<ReturnType<typeof openMigratedPglite>>['engine'],
): Promise<OpenDatabase> {
  const standIn = await startAwsStandIn({ rdsData: { engine: pgliteEngine(engine) } });
  const client = standIn.clientConfig;
  // Two hundred calls at once wait for one connection: on a busy machine longer than the 5 s that an answer has by itself.
  const resumeTimeoutMs = 60_000;
  const { db, close } = await openDatabase({ driver: 'data-api', ...TARGET, resumeTimeoutMs, client });
  return {
    db,
    close: async () => {
      await close();
      await standIn.close();
    },
  };
}

/** A database of its own on a PostgreSQL server, empty; dropped when it is closed. */
export async function openServerDatabase(url: string): Promise<OpenDatabase & { url: string }> {
  const name = `memory_test_${process.pid}_${Date.now().toString(36)}`;
  const server = openNodePostgres(url);
  await server.pool.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const opened = openNodePostgres(own.href);
  return {
    db: opened.db,
    url: own.href,
    close: async () => {
      await opened.close();
      await server.pool.query(`drop database ${name} with (force)`);
      await server.close();
    },
  };
}

async function openServer(url: string): Promise<OpenDatabase> {
  const opened = await openServerDatabase(url);
  await migrate(opened.db);
  return opened;
}

const url = process.env['TEST_DATABASE_URL'];

const engines: { name: string; open: () => Promise<OpenDatabase> }[] = [
  // Left open: the next suite of the process goes on with it.
  { name: 'PGlite', open: async () => ({ ...(await openEmbedded()), close: async () => undefined }) },
  { name: 'Data API', open: async () => openDataApi((await openEmbedded()).engine) },
  ...(url ? [{ name: 'PostgreSQL', open: () => openServer(url) }] : []),
];

/**
 * Runs a suite on every driver: PGlite, the Data API over a strict stand-in, and PostgreSQL where `TEST_DATABASE_URL`
 * names a server.
 * @param suite is handed a function that gives the migrated database inside its tests
 */
export const describeDatabases = (name: string, suite: (db: () => Database) => void): void =>
  describeEach(engines, name, suite);

/**
 * The same without the Data API, whose engine is PGlite too: for what the engine alone decides. That repository functions bind
 * and read the same through it is shown by test/db/every-function.whole.test.ts for all of them.
 */
export const describeEngines: typeof describeDatabases = (name, suite) =>
  describeEach(
    engines.filter((engine) => engine.name !== 'Data API'),
    name,
    suite,
  );

/** On every driver in a whole run, else through the Data API, which bears the least: for what is large. */
export const describeLarge: typeof describeDatabases = (name, suite) =>
  describeEach(isWhole ? engines : engines.slice(1), name, suite);

function describeEach(on: typeof engines, name: string, suite: (db: () => Database) => void): void {
  describe.each(on)(`${name} on $name`, ({ open }) => {
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
