import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeDatabaseFailure, migrate, queryRows, withStatementLimit, type Database } from '@memory/db';
import { sql } from 'drizzle-orm';
import { PLANNED_ONCE } from '../../packages/db/src/drivers/planned-once.ts';
import { TableUpkeep } from '../../packages/db/src/drivers/embedded-engine/table-upkeep.ts';
import { openPglite } from '../../packages/db/src/drivers/pglite.ts';
import { emptyDump, openMigratedPglite, prepareDataDir } from '../host/migrated-pglite.ts';
import { isWhole } from '../support/portion.ts';
import { verifies } from '../support/verifies.ts';

const WRITER = new URL('embedded-writer.ts', import.meta.url).pathname;
const POWER_FAILURE = new URL('../support/power-failure.mjs', import.meta.url).pathname;

/** Tries every division of 480 letters into three. */
const BACK_REFERENCES = String.raw`select string_agg(translate(md5(n::text), '0123456789', 'ghijklmnop'), '') || 'x'
  ~ '^([a-w]+)([a-w]+)([a-w]+)\1\2\3x$' as matches from generate_series(1, 15) n`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-engine-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the settings that migrations make for the database hold at once and after a start', async () => {
  const settings = (db: Database) => queryRows(db)`
    select current_setting('hnsw.ef_search') candidates, current_setting('hnsw.iterative_scan') goes_on,
      current_setting('work_mem') memory`;
  const expected = [{ candidates: '400', goes_on: 'relaxed_order', memory: '16MB' }];
  if (isWhole) {
    const made = await openPglite({ dump: await emptyDump() });
    await migrate(made.db);
    await made.tune?.();
    expect(await settings(made.db)).toEqual(expected);
    await made.close();
  }
  await prepareDataDir(join(folder, 'settings'));
  const started = await openPglite({ dataDir: join(folder, 'settings', 'database') });
  expect(await settings(started.db)).toEqual(expected);
  await started.close();
});

verifies(
  'db.statement-limit',
  async () => {
    await prepareDataDir(join(folder, 'limits'));
    const { db, engine, close } = await openPglite({
      dataDir: join(folder, 'limits', 'database'),
      obeysWithinMs: 300,
    });
    await engine.exec('create table kept (x int)');
    await db.execute(sql`insert into kept values (1)`);

    // A statement that keeps the engine busy keeps this thread free, and ends at its limit.
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 20);
    for (const endless of [
      sql`select count(*) from generate_series(1, 1000000000)`,
      sql.raw('do $$ begin loop perform 1; end loop; end $$'),
      sql.raw(BACK_REFERENCES),
    ]) {
      const ended = withStatementLimit(400, () => db.execute(endless)).catch((error: unknown) => error);
      const next = db.execute(sql`select x from kept`);
      expect(describeDatabaseFailure(await ended)).toMatchObject({ sqlState: '57014', unavailable: true });
      expect(await next).toMatchObject({ rows: [{ x: 1 }] });
    }
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(20);

    // A transaction is rolled back, and its table free again.
    const transaction = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (2)`);
      await withStatementLimit(100, () =>
        tx.execute(sql.raw('do $$ begin loop perform 1; end loop; end $$')),
      );
    });
    await expect(transaction).rejects.toThrow();

    // A statement that never looks whether it is to end: the engine starts again, with all that it promised.
    // Of what it wrote before, nothing is on the disk yet: that fails with it, and ends nothing else.
    const large = db.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (3)`);
      await tx.execute(sql`select pg_switch_wal()`);
      await withStatementLimit(100, () => tx.execute(sql`select pg_sleep(60)`));
    });
    await expect(large).rejects.toThrow();

    const stuck = withStatementLimit(100, () => db.execute(sql`select pg_sleep(60)`));
    const waiting = db.execute(sql`select x from kept`);
    expect(describeDatabaseFailure(await stuck.catch((error: unknown) => error))).toMatchObject({
      sqlState: '57014',
    });
    expect(await waiting).toMatchObject({ rows: [{ x: 1 }] });
    await close();
  },
  { timeoutMs: 120_000 },
);

verifies.whole(
  'db.power-failure',
  async () => {
    const disk = join(folder, 'disk');
    const image = join(folder, 'image');
    // On the disk since long ago.
    await Promise.all([prepareDataDir(disk), prepareDataDir(image)]);
    const writer = spawn(process.execPath, ['--import', POWER_FAILURE, WRITER], {
      env: { ...process.env, MEMORY_DISK: disk, MEMORY_IMAGE: image },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'exit');
    const promised: string[] = [];
    for await (const name of createInterface({ input: writer.stdout })) {
      promised.push(name);
      if (promised.length === 300) writer.kill('SIGKILL');
    }
    await ended;
    expect(promised.length).toBeGreaterThanOrEqual(300);

    const { db, close } = await openPglite({ dataDir: join(image, 'database') });
    const rows = await queryRows<{ name: string }>(db)`select name from promised`;
    const found = new Set(rows.map(({ name }) => name));
    expect(promised.filter((name) => !found.has(name))).toEqual([]);
    await close();
  },
  { timeoutMs: 240_000 },
);

/** Names of the files that hold a text, whatever its case. */
async function filesWith(dataDir: string, text: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
  const holds = await Promise.all(
    files.map(async (file) => (await readFile(file)).toString('latin1').toLowerCase().includes(text)),
  );
  return files.filter((_, place) => holds[place]);
}

verifies.whole(
  'db.erase',
  async () => {
    const dataDir = join(folder, 'erased');
    await prepareDataDir(dataDir);
    const { engine, erase, tune, close } = await openPglite({ dataDir: join(dataDir, 'database') });
    await tune?.();
    const secret = 'ghp-quokka-7f3a';
    await engine.exec(`create table kept as select n, '${secret}' || n as body, to_tsvector('simple', '${secret}') words
      from generate_series(1, 2000) n; create index on kept (body); analyze kept`);
    // Of a table that is empty no new samples are taken.
    await engine.exec(`create table emptied as select * from kept; analyze emptied; delete from emptied`);
    // Segments of the log that hold it are put by, to be written again.
    for (let round = 0; round < 4; round += 1) {
      await engine.exec('update kept set n = n');
      await engine.exec('select pg_switch_wal()');
      await engine.exec('checkpoint');
    }
    await engine.exec(`update kept set body = 'clean' || n, words = null`);
    expect((await filesWith(dataDir, secret)).some((file) => file.includes('pg_wal'))).toBe(true);
    await erase?.();
    expect(await filesWith(dataDir, secret)).toEqual([]);
    expect((await engine.query(`select count(*)::int n, min(body) body from kept`)).rows).toEqual([
      { n: 2_000, body: 'clean1' },
    ]);
    // Without it each workspace counts as a 200th of its tables, and a search of symbols takes more than it may.
    const { rows } = await engine.query(`select n_distinct from pg_stats
      where tablename in ('code_files', 'code_symbols', 'memories') and attname = 'workspace_id'`);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ n_distinct: 1 })));
    await close();
    expect(await filesWith(dataDir, secret)).toEqual([]);
  },
  { timeoutMs: 120_000 },
);

verifies.whole('db.upkeep', async () => {
  const { db, engine, close } = await openMigratedPglite();
  const state = async () => {
    const [found] = await queryRows<{ pages: number; live: number; values: number; scans: number }>(db)`
      select (pg_relation_size('grows') / 8192)::int pages, c.reltuples::int live,
          (select count(*)::int from pg_stats where tablename = 'grows' and most_common_vals::text like '%fresh%') "values",
          (select idx_scan::int from pg_stat_user_indexes where indexrelname = 'grows_n') scans
        from pg_class c where c.oid = 'grows'::regclass`;
    if (!found) throw new Error('The table is gone.');
    return found;
  };
  const write = (text: string) => withStatementLimit(60_000, () => engine.exec(text));
  // By a plan that is kept.
  const read = () => engine.query(`select kind from grows where n = $1 ${PLANNED_ONCE}`, [7]);
  const until = async (holds: (now: Awaited<ReturnType<typeof state>>) => boolean) => {
    await vi.waitFor(
      async () => {
        await read();
        // Its log is what upkeep goes by.
        await write("insert into noise select repeat('x', 200) from generate_series(1, 1000)");
        expect(holds(await state())).toBe(true);
      },
      { timeout: 60_000, interval: 100 },
    );
  };
  await write(
    'create table noise (text text); create table grows (n int, kind text); create index grows_n on grows (n)',
  );
  await write("insert into grows select n, 'old' from generate_series(1, 30) n");
  await until(({ live }) => live === 30);
  const { scans } = await state();
  await write("insert into grows select n, 'old' from generate_series(31, 3000) n");
  await until((now) => now.live === 3_000 && now.scans > scans);
  // Written over and over: what was there before makes room.
  const { pages } = await state();
  for (let round = 0; round < 4; round += 1) {
    await write(`update grows set kind = 'round ${round}'`);
    await until(() => true);
  }
  await write("insert into grows select n, 'fresh' from generate_series(3001, 9000) n");
  await until((now) => now.live === 9_000 && now.values === 1 && now.pages <= 6 * pages);
  // No request waits for long: a vacuum of all would take longer.
  await write("insert into noise select repeat('x', 2000) from generate_series(1, 50000)");
  // So much log is followed by a checkpoint.
  await write('checkpoint');
  const vacuuming = engine.maintain('vacuum (full, analyze) noise').catch((error: Error) => error);
  for (
    let first: unknown = 'request';
    first === 'request';
    first = await Promise.race([vacuuming, Promise.resolve('request')])
  ) {
    const startedAt = performance.now();
    await engine.query('select 1');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
  expect(await vacuuming).toMatchObject({ code: '57014' });

  // As if only the smallest of the pieces ended in time.
  const asked: string[] = [];
  const TOO_LARGE = /^(?:analyze|vacuum) grows$|target = 10/u;
  const upkeep = new TableUpkeep({
    query: async () => ({ rows: [{ name: 'grows', sampled: true, vacuumed: true }] }) as never,
    maintain: async (text) => {
      if (text.includes('grows')) asked.push(text);
      if (TOO_LARGE.test(text)) throw new Error('Broken off.');
      await engine.maintain(text);
    },
  });
  for (let look = 1; look <= 3; look += 1) {
    const looksAgain = () => {
      upkeep.note(look * 1e6);
      expect(asked).toHaveLength(2 * look);
    };
    await vi.waitFor(looksAgain, { timeout: 30_000 });
  }
  expect(asked).toEqual([
    'analyze grows',
    'vacuum grows',
    'set local default_statistics_target = 10; analyze grows',
    'vacuum (index_cleanup off, truncate off) grows',
    'set local default_statistics_target = 5; analyze grows',
    'vacuum grows',
  ]);
  expect((await engine.query('show default_statistics_target')).rows).toEqual([
    { default_statistics_target: '20' },
  ]);
  await upkeep.stop();
  await close();
  // A database that is closed says so.
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { message: 'The database is closed.' },
  });
});
