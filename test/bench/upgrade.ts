import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { recalculateImportance, type Services } from '@memory/core';
import {
  findWorkspace,
  migrate,
  openDatabase,
  queryRows,
  STATEMENT_LIMIT_MS,
  withStatementLimit,
  type Database,
} from '@memory/db';
import { insertTexts } from './support/fill-workspace.ts';

/** Memories (UPGRADE_MEMORIES: another number), in workspaces of 10,000. */
const MEMORIES = Number(process.env['UPGRADE_MEMORIES'] ?? 500_000);
const EACH = 10_000;

/** The next release as CONTRIBUTING.md has it: nothing is rewritten, indexes are made beside writes. */
const NEXT = `alter table memory_counters add column reach int;

create index concurrently if not exists memories_lower_title on memories (workspace_id, lower(title));

create index concurrently if not exists memory_counters_reach on memory_counters (workspace_id, reach) where reach is not null;
`;

/**
 * An upgrade of a filled database on the empty PostgreSQL of TEST_DATABASE_URL, where the server ends every statement after the 45 s of a
 * call of the Data API: schema and indexes, then a job in pages that rewrites every memory, while somebody stores; then the same rows in one statement.
 */
export async function benchUpgrade(): Promise<void> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return console.log('(skipped: TEST_DATABASE_URL is not set)');
  const opened = await openDatabase({ driver: 'node-postgres', url });
  const { db } = opened;
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await migrate(db);
    await report(db, 'filled', () => withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () => fill(db)));
    Object.assign(STATEMENT_LIMIT_MS, { maintenance: STATEMENT_LIMIT_MS.dataApi });
    await cp(new URL('../../packages/db/migrations', import.meta.url), folder, { recursive: true });
    await writeFile(join(folder, '9999-next.sql'), NEXT);
    const ids = (await queryRows<{ id: string }>(db)`select id from workspaces order by created_at`).map(
      ({ id }) => id,
    );
    const storing = store(db, ids);
    await report(db, 'schema and two indexes', () => migrate(db, pathToFileURL(`${folder}/`)));
    await report(db, 'every memory by a job in pages', async () => {
      for (const id of ids) await recalculate(db, id);
    });
    console.log(`meanwhile: ${await storing.end()}`);
    await report(db, 'every memory in one statement of 45 s', () =>
      withStatementLimit(STATEMENT_LIMIT_MS.dataApi, () =>
        db.execute(sql`update memories set importance_score = importance_score * 0.9`),
      ).catch((error: Error) => console.log(`ended: ${String(error.cause ?? error)}`)),
    );
  } finally {
    await rm(folder, { recursive: true });
    await opened.close();
  }
}

async function fill(db: Database): Promise<void> {
  await db.execute(sql`insert into workspaces (id, name, created_at)
    select gen_random_uuid(), 'upgraded ' || n, now() from generate_series(1, ${MEMORIES / EACH}::int) n`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into memories (workspace_id, id, memory_id, title, narrative, content_digest, search_text, term_count, created_at)
      select w.id, i.id, 'mem-' || left(replace(i.id::text, '-', ''), 16), left(t.text, 60), t.text, 'bench',
        to_tsvector('simple', t.text), 24, now() - random() * interval '1 year'
      from workspaces w cross join lateral (
        select gen_random_uuid() id from generate_series(1, ${EACH}::int) where w.id is not null) i
      cross join lateral (select string_agg('word' || (20000 * random() ^ 3)::int, ' ') text
        from generate_series(1, 24) where i.id is not null) t`);
    await tx.execute(sql`insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest)
      select workspace_id, id, 'bench', 'bench' from memories`);
  });
  await db.execute(sql`vacuum (analyze)`);
}

/** The job and its next messages, one after the other. */
async function recalculate(db: Database, id: string): Promise<void> {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error('The workspace of the bench is gone.');
  const messages: { after?: string }[] = [{}];
  const enqueue = async (_: string, ...next: { after?: string }[]) => void messages.push(...next);
  // Ages count: most memories have another importance a year later.
  const clock = () => new Date(Date.now() + 365 * 86_400_000);
  for (const message of messages)
    await withStatementLimit(STATEMENT_LIMIT_MS.dataApi, () =>
      recalculateImportance(
        { db, clock, jobs: { enqueue } as unknown as Services['jobs'] },
        workspace,
        message,
      ),
    );
}

/** Stores a memory ten times a second until it is ended. */
function store(db: Database, ids: readonly string[]) {
  const waitsMs: number[] = [];
  const ended = new AbortController();
  const storing = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const workspace = await findWorkspace(db, ids[n % ids.length] ?? '');
      const startedAt = performance.now();
      if (workspace)
        await insertTexts(db, workspace.id, [{ title: `Store ${n}`, narrative: 'beside the upgrade' }]);
      waitsMs.push(performance.now() - startedAt);
      await setTimeout(100);
    }
  })();
  return {
    async end() {
      ended.abort();
      await storing;
      return `${waitsMs.length} stores, the longest ${Math.max(...waitsMs).toFixed(0)} ms`;
    },
  };
}

/** Prints time, bytes of the log, and rows rewritten, with those that touched no index. */
async function report(db: Database, what: string, work: () => Promise<unknown>): Promise<void> {
  const look = async () => {
    // A session tells what it has done once a second at most.
    await setTimeout(1_500);
    const [row] = await queryRows<{ bytes: number; updated: number; hot: number }>(db)`
      select (pg_current_wal_lsn() - '0/0')::float8 bytes, n_tup_upd::float8 updated, n_tup_hot_upd::float8 hot
        from pg_stat_user_tables where relname = 'memories'`;
    return row ?? { bytes: 0, updated: 0, hot: 0 };
  };
  const before = await look();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await look();
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${((after.bytes - before.bytes) / 1e6).toFixed(0)} MB of log, ` +
      `${after.updated - before.updated} memories rewritten, ${after.hot - before.hot} without their indexes`,
  );
}
