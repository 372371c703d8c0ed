import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabaseFailure, withinDeadline, type OpenDatabase } from '@memory/db';
import { openDataApi } from '../../packages/db/src/drivers/data-api.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import type { SqlEngine } from '../aws-stand-in/rds-data/sql-engine.ts';
import { startAwsStandIn, type AwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { HANG_MS } from '../support/hang.ts';

const nothing = async () => ({ columns: [], rows: [], affectedRows: 0 });
let slow: Promise<unknown>;
const engine: SqlEngine = {
  run: nothing,
  begin: async () => ({
    run: async (text) => {
      if (text.includes('slow')) await slow;
      return nothing();
    },
    end: async () => {},
  }),
};

let aws: AwsStandIn;
let database: OpenDatabase;

beforeEach(async () => {
  aws = await startAwsStandIn({ rdsData: { engine } });
  database = openDataApi({
    resourceArn: 'arn:cluster',
    secretArn: 'arn:secret',
    database: 'memory',
    resumeTimeoutMs: 22_000,
    client: aws.clientConfig,
  });
});
afterEach(async () => {
  await database.close();
  await aws.close();
});

const operations = () => aws.calls.map(({ operation }) => operation);
const READ = sql`select 1`;
const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}

test('a cluster that wakes up is waited for', async () => {
  aws.faults.resumeDatabase(3);
  await database.db.execute(READ);
  expect(operations().length).toBe(4);
});

test('an outage is not multiplied: a read is sent four times at most, within two seconds', async () => {
  const outage = new AwsError('ServiceUnavailableError', 503, 'Not now');
  aws.faults.refuse('rds-data', outage, { times: 1_000 });
  const { result, ms } = await timed(() => causeOf(database.db.execute(READ)));
  expect(describeDatabaseFailure(result)).toMatchObject({
    name: 'ServiceUnavailableError',
    unavailable: true,
  });
  expect(operations().length).toBeLessThanOrEqual(4);
  expect(ms).toBeLessThan(HANG_MS);
});

test('all statements of a request share its deadline', async () => {
  aws.faults.resumeDatabase(1_000);
  const { result, ms } = await timed(() =>
    withinDeadline(3_000, () => causeOf(database.db.execute(READ).catch(() => database.db.execute(READ)))),
  );
  expect(describeDatabaseFailure(result).unavailable).toBe(true);
  expect(ms).toBeLessThan(HANG_MS);
});

test('a renamed cluster is a database that is not there, not a defect', async () => {
  const refusal = new AwsError('HttpEndpointNotEnabledException', 400, 'HttpEndpoint is not enabled');
  aws.faults.refuse('rds-data', refusal, { times: 10 });
  expect(describeDatabaseFailure(await causeOf(database.db.execute(READ))).unavailable).toBe(true);
});

test('a transaction whose statement still runs is rolled back when it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  slow = promise;
  let inner: Promise<unknown> | undefined;
  const failed = database.db.transaction(async (tx) => {
    inner = Promise.resolve(tx.execute(sql`select 'slow'`));
    await new Promise((done) => setTimeout(done, 100));
    setTimeout(resolve, 700);
    throw new Error('The caller gave up.');
  });
  await expect(failed).rejects.toThrow('The caller gave up.');
  await inner;
  const rollbacks = operations().filter((operation) => operation === 'RollbackTransaction');
  expect(rollbacks.length).toBeGreaterThan(1);
});

test('a second statement of a transaction before the first has ended is refused', async () => {
  slow = new Promise((done) => setTimeout(done, 200));
  const failed = database.db.transaction((tx) =>
    Promise.all([tx.execute(sql`select 'slow'`), tx.execute(sql`select 2`)]),
  );
  const cause = (await causeOf(failed)) as { cause?: Error };
  expect(String(cause.cause)).toContain('still running a query');
});
