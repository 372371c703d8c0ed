import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  describeDatabaseFailure,
  inTurnOf,
  isUniqueViolation,
  migrate,
  queryRows,
  withStatementLimit,
  type OpenDatabase,
} from '@memory/db';
import { openNodePostgres } from '../../packages/db/src/drivers/node-postgres.ts';
import { describeDatabases, openServerDatabase } from '../host/databases.ts';
import { verifies } from '../support/verifies.ts';

const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describeDatabases('a driver', (db) => {
  test('tells a failure the same way, without the values of the statement', async () => {
    const failures = [
      [sql`select 1 / ${0}::int as x`, { sqlState: '22012', unavailable: false, constraint: null }],
      [sql`select * from nothing`, { sqlState: '42P01', unavailable: false, constraint: null }],
      [
        sql`insert into workspaces (id, name, created_at) select gen_random_uuid(), 'twice', now() from generate_series(1, 2)`,
        { sqlState: '23505', unavailable: false, constraint: 'workspaces_name_key' },
      ],
    ] as const;
    for (const [statement, failure] of failures)
      expect(describeDatabaseFailure(await causeOf(db().execute(statement)))).toMatchObject(failure);
    const twice = await causeOf(db().execute(failures[2][0]));
    expect(isUniqueViolation(twice, 'workspaces_name_key')).toBe(true);
    expect(isUniqueViolation(twice, 'another')).toBe(false);
  });

  test('answers many statements in turn, each again with other values, also after one that failed', async () => {
    const ask = (number: number, value: number) =>
      queryRows<{ values: string; of: number }>(db())`
        select ${JSON.stringify([value, null])}::jsonb::text as values, ${sql.raw(String(number))} as of
          where ${value}::int = any(${`{${value}}`}::int[])`;
    for (const round of [1, 2]) {
      expect(await causeOf(queryRows(db())`select 1 / ${0}::int as failure`)).toBeInstanceOf(Error);
      for (let number = 0; number < 120; number += 1)
        expect(await ask(number, number + round)).toEqual([
          { values: `[${number + round}, null]`, of: number },
        ]);
    }
  });

  test('rolls a failed transaction back', async () => {
    const failed = db().transaction(async (tx) => {
      await tx.execute(
        sql`insert into workspaces (id, name, created_at) values (gen_random_uuid(), 'rolled back', now())`,
      );
      throw new Error('No.');
    });
    await expect(failed).rejects.toThrow('No.');
    expect(await queryRows(db())`select 1 as one from workspaces where name = 'rolled back'`).toEqual([]);
  });

  test('knows no time zone but UTC', async () => {
    const [row] = await queryRows<{ at: string }>(db())`
      select to_json(timestamptz '2026-07-01 12:00+05:30')::text at`;
    expect(new Date(JSON.parse(row?.at ?? '""') as string)).toEqual(new Date('2026-07-01T06:30:00Z'));
  });

  test('migrates again without doing anything', async () => {
    expect(await migrate(db())).toEqual([]);
  });

  verifies('backup.earlier-build', async () => {
    await db().execute(sql`insert into schema_migrations (name) values ('0001-foundation.sql')`);
    const refusal = migrate(db());
    await expect(refusal).rejects.toThrow(
      /0001-foundation\.sql.*Data of an earlier build.*docs\/operating\.md/u,
    );
    await db().execute(sql`delete from schema_migrations where name = '0001-foundation.sql'`);
    expect(await migrate(db())).toEqual([]);
  });

  test('leaves nothing of a migration that fails, and goes on once it is mended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    const directory = pathToFileURL(`${folder}/`);
    await cp(new URL('../../packages/db/migrations', import.meta.url), folder, { recursive: true });
    const write = (text: string) => writeFile(join(folder, '9999-broken.sql'), text);
    try {
      await write('create table half (a int);\n\nselect broken;');
      await expect(migrate(db(), directory)).rejects.toThrow();
      expect(await queryRows(db())`select to_regclass('half')::text as half`).toEqual([{ half: null }]);
      await write('create table half (a int);\n\nselect 1 as one;');
      expect(await migrate(db(), directory)).toEqual(['9999-broken.sql']);
      expect(await migrate(db(), directory)).toEqual([]);
      // An index of a table that holds rows comes behind the transaction, and by the next run where this one is ended before it.
      await db().execute(sql`insert into half values (1), (1)`);
      const index = '-- Why.\ncreate unique index concurrently if not exists half_a on half (a);\n';
      await writeFile(join(folder, '9999-index.sql'), `alter table half add b int;\n\n${index}`);
      await expect(migrate(db(), directory)).rejects.toThrow();
      await db().execute(sql`delete from half where ctid = (select min(ctid) from half)`);
      expect(await migrate(db(), directory)).toEqual([]);
      const valid = sql`select indisvalid valid from pg_index where indexrelid = to_regclass('half_a')`;
      expect(await queryRows(db())`${valid}`).toEqual([{ valid: true }]);
    } finally {
      await db().execute(sql`drop table if exists half`);
      await db().execute(sql`delete from schema_migrations where name like '9999-%'`);
      await rm(folder, { recursive: true });
    }
  });
});

const url = process.env['TEST_DATABASE_URL'];

describe.skipIf(!url)('many processes that migrate one empty PostgreSQL database', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openServerDatabase(url ?? '');
  });
  afterAll(() => opened.close());

  test('apply each file once', async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(opened.db)));
    const files = applied.flat();
    expect(files.length).toBeGreaterThan(0);
    expect(new Set(files).size).toBe(files.length);
  });
});

describe.skipIf(!url)('PostgreSQL', () => {
  verifies(
    'db.statement-limit',
    async () => {
      const { db, close } = openNodePostgres(url ?? '');
      const ended = { sqlState: '57014', unavailable: true };
      const endless = sql`select count(*) from generate_series(1, 100000000000)`;
      for (const work of [
        () => db.execute(endless),
        () => db.transaction(async (tx) => void (await tx.execute(endless))),
      ])
        expect(
          describeDatabaseFailure(await causeOf(withStatementLimit(200, async () => void (await work())))),
        ).toMatchObject(ended);
      const limit = sql`select current_setting('statement_timeout') as is_set`;
      expect(await withStatementLimit(200, () => queryRows(db)`${limit}`)).toEqual([{ is_set: '200ms' }]);
      // The next caller has the limit of a request again.
      expect(await queryRows(db)`${limit}`).toEqual([{ is_set: '15s' }]);
      await close();
    },
    { title: 'on a server, by call' },
  );

  test('gives its connections in turn by caller', async () => {
    const { db, close } = openNodePostgres(url ?? '');
    const order: string[] = [];
    const ask = (caller: string) =>
      inTurnOf(caller, async () => {
        await db.transaction(async (tx) => void (await tx.execute(sql`select pg_sleep(0.05)`)));
        order.push(caller);
      });
    const greedy = Array.from({ length: 60 }, () => ask('greedy'));
    await Promise.all([...greedy, ask('other')]);
    // Ten were under way before it came.
    expect(order.indexOf('other')).toBeLessThan(25);
    // A connection that could not be had gives its turn back.
    const nowhere = openNodePostgres('postgres://127.0.0.1:1/none');
    for (let attempt = 0; attempt < 12; attempt += 1)
      await expect(nowhere.db.execute(sql`select 1`)).rejects.toThrow();
    await Promise.all([nowhere.close(), close()]);
  });
});
