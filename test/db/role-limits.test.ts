import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  describeDatabaseFailure,
  grantApplicationRole,
  queryRows,
  STATEMENT_LIMIT_MS,
  type OpenDatabase,
} from '@memory/db';
import { openDataApi } from '../../packages/db/src/drivers/data-api.ts';
import { pgliteEngine } from '../aws-stand-in/rds-data/pglite-engine.ts';
import { startAwsStandIn, type AwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { openEmbedded } from '../host/databases.ts';
import { engineOfRole } from '../host/stack/database-roles.ts';
import { verifies } from '../support/verifies.ts';

const ROLES = { quick: 200, patient: STATEMENT_LIMIT_MS.dataApi };
const ENDLESS = sql.raw('do $$ begin loop perform 1; end loop; end $$');

let aws: AwsStandIn;
const opened: OpenDatabase[] = [];

beforeAll(async () => {
  const embedded = await openEmbedded();
  for (const [name, statementLimitMs] of Object.entries(ROLES))
    await grantApplicationRole(embedded.db, { name, password: 'a password', statementLimitMs });
  aws = await startAwsStandIn({
    rdsData: {
      engine: pgliteEngine(embedded.engine),
      roles: new Map(Object.keys(ROLES).map((name) => [name, engineOfRole(embedded.engine, name)])),
    },
  });
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await aws.close();
});

/** The database as who logs in with a secret. */
function loggedInAs(secretArn: string) {
  const database = openDataApi({
    resourceArn: 'arn:cluster',
    secretArn,
    database: 'memory',
    resumeTimeoutMs: 0,
    client: aws.clientConfig,
  });
  opened.push(database);
  return database.db;
}

const limitOf = async (secretArn: string) => {
  const [row] = await queryRows<{ limit: string }>(
    loggedInAs(secretArn),
  )`select current_setting('statement_timeout') as limit`;
  return row?.limit;
};

verifies('db.role-limits', async () => {
  // Each call is a session of its own, and begins with what the role is set to.
  expect(await limitOf('quick')).toBe('200ms');
  expect(await limitOf('patient')).toBe('45s');
  expect(await limitOf('arn:owner')).toBe('0');

  const db = loggedInAs('quick');
  const failureOf = async (work: () => Promise<unknown>) =>
    describeDatabaseFailure(
      await work().then(
        () => expect.unreachable(),
        (error: unknown) => error,
      ),
    );
  const ended = { name: 'StatementTimeoutException', unavailable: true };
  expect(await failureOf(() => db.execute(ENDLESS))).toMatchObject(ended);
  expect(await failureOf(() => db.transaction((tx) => tx.execute(ENDLESS)))).toMatchObject(ended);
  expect(await queryRows(db)`select 1 as one`).toEqual([{ one: 1 }]);
});
