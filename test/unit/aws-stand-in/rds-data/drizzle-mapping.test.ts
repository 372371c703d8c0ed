import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { arrayContains, arrayOverlaps, cosineDistance, eq, gt, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import { migrate } from 'drizzle-orm/aws-data-api/pg/migrator';
import {
  customType,
  halfvec,
  jsonb,
  numeric,
  bigint,
  pgTable,
  text,
  timestamp,
  uuid,
  vector,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import { sqlEngines } from './sql-engines.ts';

const fragmentVector = customType<{ data: number[]; driverData: unknown }>({
  dataType: () => 'vector(3)',
  toDriver: (value) => sql`cast(${JSON.stringify(value)} as vector(3))`,
  fromDriver: (value) => JSON.parse(value as string) as number[],
});
const fragmentArray = customType<{ data: string[]; driverData: unknown }>({
  dataType: () => 'text[]',
  toDriver: (value) => sql`array(select jsonb_array_elements_text(cast(${JSON.stringify(value)} as jsonb)))`,
});

const notes = pgTable('notes', {
  id: uuid('id').primaryKey().defaultRandom(),
  tags: text('tags').array(),
  near: vector('near', { dimensions: 3 }),
  half: halfvec('half', { dimensions: 3 }),
  about: jsonb('about').$type<{ a: number }>(),
  price: numeric('price'),
  size: bigint('size', { mode: 'number' }),
  madeAt: timestamp('made_at', { withTimezone: true }),
  safeTags: fragmentArray('safe_tags'),
  safeNear: fragmentVector('safe_near'),
});

const CREATE_NOTES = `create table notes (
  id uuid primary key default gen_random_uuid(), tags text[], near vector(3), half halfvec(3), about jsonb, price numeric,
  size bigint, made_at timestamptz, safe_tags text[], safe_near vector(3))`;

const ID = '0193b0a0-0000-7000-8000-000000000001';

/** The AWS error inside drizzle's own, which repeats the SQL. */
async function causeOf(work: PromiseLike<unknown>): Promise<Error> {
  const error = await Promise.resolve(work).then(
    () => new Error('it worked'),
    (thrown: unknown) => thrown as Error,
  );
  return error.cause instanceof Error ? error.cause : error;
}

describe.each(sqlEngines)('drizzle aws-data-api/pg on $name', ({ open }) => {
  let standIn: AwsStandIn;
  let db: AwsDataApiPgDatabase;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await open('standin_drizzle');
    close = opened.close;
    standIn = await startAwsStandIn({ rdsData: { engine: opened.engine } });
    const client = new RDSDataClient(standIn.clientConfig);
    db = drizzle(client, { resourceArn: 'arn:cluster', secretArn: 'arn:secret', database: 'memory' });
    await db.execute(sql.raw(CREATE_NOTES));
  });
  beforeEach(() => db.delete(notes));
  afterAll(async () => {
    await standIn?.close();
    await close?.();
  });

  it('writes a text[] column in insert and update', async () => {
    await db.insert(notes).values({ id: ID, tags: ['a', 'b "c"'] });
    await db.update(notes).set({ tags: ['d', 'e,f'] });
    expect(await db.select({ tags: notes.tags }).from(notes)).toEqual([{ tags: ['d', 'e,f'] }]);
  });

  it.each([
    ['arrayContains', arrayContains(notes.tags, ['a']), /operator does not exist: text\[\] @> (text|record)/],
    ['arrayOverlaps', arrayOverlaps(notes.tags, ['a']), /operator does not exist: text\[\] && (text|record)/],
  ])('fails on %s', async (_, condition, message) => {
    expect((await causeOf(db.select({ id: notes.id }).from(notes).where(condition))).message).toMatch(
      message,
    );
  });

  it.each([
    ['vector', { near: [1, 0, 0] }],
    ['halfvec', { half: [1, 0, 0] }],
  ])('fails on inserting into a %s column', async (type, values) => {
    expect((await causeOf(db.insert(notes).values(values))).message).toMatch(
      new RegExp(`is of type ${type} but expression is of type text.*SQLState: 42804`),
    );
  });

  it('fails on cosineDistance', async () => {
    const nearest = db
      .select({ id: notes.id })
      .from(notes)
      .orderBy(cosineDistance(notes.near, [1, 0, 0]));
    expect((await causeOf(nearest)).message).toMatch(/operator does not exist: vector <=> text/);
  });

  it('compares uuid columns, also with 3000 of them', async () => {
    await db.insert(notes).values({ id: ID });
    const ids = Array.from({ length: 3000 }, () => ID);
    expect(await db.select({ id: notes.id }).from(notes).where(eq(notes.id, ID))).toHaveLength(1);
    expect(await db.select({ id: notes.id }).from(notes).where(inArray(notes.id, ids))).toHaveLength(1);
  });

  it('needs an encoder or a cast for a uuid in raw SQL', async () => {
    await db.insert(notes).values({ id: ID });
    const rowsWhere = async (condition: ReturnType<typeof sql>): Promise<number> =>
      (await db.execute(sql`select 1 as one from notes where ${condition}`)).rows.length;
    expect((await causeOf(rowsWhere(sql`id = ${ID}`))).message).toMatch(
      /operator does not exist: uuid = text/,
    );
    expect(await rowsWhere(sql`id = ${ID}::uuid`)).toBe(1);
    expect(await rowsWhere(sql`id = ${sql.param(ID, notes.id)}`)).toBe(1);
  });

  it('needs a column operator or a cast for a date', async () => {
    await db.insert(notes).values({ id: ID, madeAt: new Date('2026-02-01T00:00:00Z') });
    const date = new Date('2026-01-01T00:00:00Z');
    const raw = db
      .select({ id: notes.id })
      .from(notes)
      .where(sql`${notes.madeAt} > ${date}`);
    expect((await causeOf(raw)).message).toMatch(/operator does not exist: timestamp with time zone > text/);
    expect(await db.select({ id: notes.id }).from(notes).where(gt(notes.madeAt, date))).toHaveLength(1);
  });

  it('binds whole numbers as bigint', async () => {
    const interval = (days: ReturnType<typeof sql>) =>
      db.execute(sql`select make_interval(days => ${days})::text as i`);
    expect((await causeOf(interval(sql`${3}`))).message).toMatch(/function make_interval\(days => bigint\)/);
    expect((await interval(sql`${3}::int`)).rows).toEqual([{ i: '3 days' }]);
  });

  it('has no way for a BigInt, an object or an array', async () => {
    expect((await causeOf(db.execute(sql`select ${5n}`))).message).toBe('Unknown type for 5');
    expect((await causeOf(db.execute(sql`select ${{ a: 1 }}`))).message).toMatch(/Unknown type for/);
    const any = db.execute(sql`select 1 as one where 'a' = any(${['a']})`);
    expect((await causeOf(any)).message).toMatch(/SQLState: 42/);
  });

  it('reads jsonb columns parsed and raw aggregates as text', async () => {
    await db.insert(notes).values({ id: ID, about: { a: 1 } });
    expect(await db.select({ about: notes.about }).from(notes)).toEqual([{ about: { a: 1 } }]);
    const { rows } = await db.execute(sql`select jsonb_agg(about) as all from notes`);
    expect(rows).toEqual([{ all: '[{"a": 1}]' }]);
  });

  it('reads numeric as text and int8 as a number', async () => {
    await db.insert(notes).values({ id: ID, price: '12.50', size: 2 ** 40 });
    const { rows } = await db.execute(sql`select price, size from notes`);
    expect(rows).toEqual([{ price: '12.50', size: 2 ** 40 }]);
  });

  it('reads timestamptz in UTC without an offset', async () => {
    const { rows } = await db.execute(sql`select timestamptz '2026-07-01 12:00:00.123456+05:30' as at`);
    expect(rows).toEqual([{ at: '2026-07-01 06:30:00.123456' }]);
    await db.insert(notes).values({ id: ID, madeAt: new Date('2026-07-01T06:30:00.123Z') });
    expect(await db.select({ at: notes.madeAt }).from(notes)).toEqual([
      { at: new Date('2026-07-01T06:30:00.123Z') },
    ]);
  });

  it('has no $count', async () => {
    const counted = Promise.resolve().then(() => db.$count(notes));
    await expect(counted).rejects.toThrow(TypeError);
    expect((await db.execute(sql`select count(*)::int as n from notes`)).rows).toEqual([{ n: 0 }]);
  });

  it('rolls a nested transaction back to its savepoint, under an isolation level', async () => {
    await db.transaction(
      async (tx) => {
        await tx.insert(notes).values({ id: ID });
        const nested = tx.transaction((inner) => inner.insert(notes).values({ id: ID }));
        expect((await causeOf(nested)).message).toMatch(/duplicate key.*SQLState: 23505/s);
        const [level] = (await tx.execute(sql`show transaction isolation level`)).rows;
        expect(level).toEqual({ transaction_isolation: 'serializable' });
      },
      { isolationLevel: 'serializable' },
    );
    expect(await db.select({ id: notes.id }).from(notes)).toEqual([{ id: ID }]);
  });

  it('upserts and returns', async () => {
    const upsert = (price: string) =>
      db
        .insert(notes)
        .values({ id: ID, price })
        .onConflictDoUpdate({ target: notes.id, set: { price } })
        .returning({ price: notes.price });
    await upsert('1');
    expect(await upsert('2')).toEqual([{ price: '2' }]);
  });

  it('gives a placeholder no type, so that a uuid one needs a cast', async () => {
    await db.insert(notes).values({ id: ID });
    const placeholder = sql.placeholder('id');
    const bare = db.select({ id: notes.id }).from(notes).where(eq(notes.id, placeholder)).prepare('bare');
    expect((await causeOf(bare.execute({ id: ID }))).message).toMatch(/operator does not exist: uuid = text/);
    const cast = db
      .select({ id: notes.id })
      .from(notes)
      .where(eq(notes.id, sql`${placeholder}::uuid`))
      .prepare('cast');
    expect(await cast.execute({ id: ID })).toHaveLength(1);
    expect(await cast.execute({ id: ID.replace(/1$/, '2') })).toHaveLength(0);
  });

  it('migrates in one transaction', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    const entry = { idx: 0, version: '7', when: 1, tag: '0000_first', breakpoints: true };
    await mkdir(join(folder, 'meta'));
    await writeFile(
      join(folder, 'meta', '_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
    );
    await writeFile(
      join(folder, '0000_first.sql'),
      'create table m1 (a int);\n--> statement-breakpoint\ncreate table m2 (a int);',
    );
    try {
      await migrate(db, { migrationsFolder: folder, migrationsSchema: 'standin_drizzle' });
      expect((await db.execute(sql`select count(*)::int as n from m1, m2`)).rows).toEqual([{ n: 0 }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('carries the custom types that write a SQL fragment', async () => {
    await db.insert(notes).values({ id: ID, safeTags: ['a', 'b'], safeNear: [1, 0, 0] });
    await db.update(notes).set({ safeNear: [0, 1, 0] });
    const found = await db
      .select({ tags: notes.safeTags, near: notes.safeNear })
      .from(notes)
      .where(sql`${notes.safeTags} @> ${sql.param(['b'], notes.safeTags)}`)
      .orderBy(sql`${notes.safeNear} <=> ${sql.param([1, 0, 0], notes.safeNear)}`);
    expect(found).toEqual([{ tags: ['a', 'b'], near: [0, 1, 0] }]);
  });
});
