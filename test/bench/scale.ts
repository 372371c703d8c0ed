import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { SearchBody } from '@memory/contracts';
import { searchMemories, type Services } from '@memory/core';
import { createQueryEmbedding } from '@memory/providers/embedder/query-embedding';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import {
  findWorkspace,
  insertWorkspace,
  maintainSemanticIndex,
  migrate,
  openDatabase,
  queryRows,
  refreshStatistics,
  STATEMENT_LIMIT_MS,
  switchModel,
  withStatementLimit,
  type Database,
  type Workspace,
} from '@memory/db';
import { fillWorkspace, insertTexts } from './support/fill-workspace.ts';
import { percentile } from './support/percentiles.ts';
import { queriesOfTexts } from './support/queries-of-texts.ts';
import { realisticTexts } from './support/realistic-texts.ts';

/** All others are mixed of these, which are embedded. */
const SEEDS = 10_000;
const SEARCHES = 64;
/** The largest workspace. */
const MOST = Number(process.env['SCALE_MOST'] ?? 100_000);
const CALLERS = [1, 8, 32];
/** Workspaces of the many that are asked. */
const ASKED = 32;

interface Bench {
  services: Pick<Services, 'db' | 'settings' | 'embedding'>;
  seed: Workspace;
  texts: ReturnType<typeof realisticTexts>;
}

/**
 * Searches and stores by the statements alone, as functions and containers send them, on the empty PostgreSQL of TEST_DATABASE_URL:
 * in one workspace of 10,000, 100,000 and, with SCALE_MOST=1000000, a million memories, and in any of 10,000 workspaces of 100.
 */
export async function benchScale(): Promise<void> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return console.log('(skipped: TEST_DATABASE_URL is not set)');
  const opened = await openDatabase({ driver: 'node-postgres', url });
  const { db } = opened;
  try {
    await migrate(db);
    const embedder = createTableEmbedder();
    const builtIn = { embedder, embedQuery: createQueryEmbedding(embedder) };
    const texts = realisticTexts(SEEDS);
    const { workspace: seed } = await timed('10,000 stored and embedded', () => fillWorkspace({ db }, texts));
    const bench: Bench = {
      services: {
        db,
        settings: { memoryIdForm: 'A' } as Services['settings'],
        embedding: { provider: builtIn, builtIn },
      },
      seed,
      texts,
    };
    console.log(
      'workspaces x memories | callers | words: p50 / p95 / p99 ms of a search (pages) … | stores: p50 / p95 / p99 ms, a second',
    );
    await maintain(db, [seed.id]);
    await measure(bench, '1 x 10,000', [seed.id]);
    for (const size of [100_000, 1_000_000].filter((each) => each <= MOST)) {
      const id = await newWorkspace(db, seed);
      await mix(db, { seed, targets: sql`select ${id}::uuid id`, size });
      await maintain(db, [id]);
      await measure(bench, `1 x ${size}`, [id]);
    }
    const many = await timed('10,000 workspaces of 100', () =>
      mixMany(bench, { workspaces: 10_000, size: 100 }),
    );
    await maintain(db, many);
    await measure(bench, '10,000 x 100', many);
    console.log(await sizes(db));
  } finally {
    await opened.close();
  }
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await withStatementLimit(STATEMENT_LIMIT_MS.maintenance * 4, work);
  console.log(`(${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  return result;
}

async function newWorkspace(db: Database, { embeddingModel }: Workspace): Promise<string> {
  const id = randomUUID();
  await insertWorkspace(db, { id, name: id, language: 'english', createdAt: new Date() });
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error('The workspace of the bench is gone.');
  await switchModel(db, workspace.id, { model: embeddingModel ?? '' });
  return id;
}

/** @returns some of the workspaces, spread over all */
async function mixMany(
  { services: { db }, seed }: Bench,
  { workspaces, size }: { workspaces: number; size: number },
): Promise<string[]> {
  await db.execute(sql`insert into workspaces (id, name, created_at)
    select gen_random_uuid(), 'many ' || n, now() from generate_series(1, ${workspaces}::int) n`);
  const many = sql`select id from workspaces where name like 'many %'`;
  await db.execute(sql`insert into workspace_statistics (workspace_id, model)
    select id, ${seed.embeddingModel}::text from (${many}) w
    on conflict (workspace_id) do update set model = excluded.model`);
  await mix(db, { seed, targets: many, size });
  const asked = await queryRows<{ id: string }>(db, sql`${many} order by id limit ${ASKED}::int`);
  return asked.map(({ id }) => id);
}

/** Memories of the first half of one seed and the second half of another, with the sum of their vectors; no trigger runs. */
async function mix(
  db: Database,
  { seed, targets, size }: { seed: Workspace; targets: ReturnType<typeof sql>; size: number },
): Promise<void> {
  const indexes = await queryRows<{ name: string; definition: string }>(
    db,
    sql`select indexname name, indexdef definition from pg_indexes where tablename = 'memories' and indexdef ilike '%using gin%'`,
  );
  // Row by row they take most of the time.
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await timed(`${size} memories a workspace`, () => mixRows(db, { seed, targets, size }));
  await timed('GIN indexes', async () => {
    for (const { definition } of indexes) await db.execute(sql.raw(definition));
  });
}

async function mixRows(
  db: Database,
  { seed, targets, size }: { seed: Workspace; targets: ReturnType<typeof sql>; size: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create temporary table seeds on commit drop as
      select row_number() over (order by m.id) - 1 n, m.title, string_to_array(m.narrative, ' ') words, e.embedding
      from memories m join memory_embeddings e on e.workspace_id = m.workspace_id and e.memory_id = m.id
      where m.workspace_id = ${seed.id}::uuid`);
    await tx.execute(sql`create index on seeds (n)`);
    await tx.execute(sql`create temporary table mixed on commit drop as
      select gen_random_uuid() id, w.id workspace_id, a.title, l2_normalize(a.embedding + b.embedding) embedding,
        array_to_string(a.words[:40] || b.words[41:], ' ') narrative
      from (${targets}) w cross join generate_series(1, ${size}::int) i
      cross join lateral (select abs(hashint8(i + ('x' || left(md5(w.id::text), 8))::bit(32)::int)) h) h
      join seeds a on a.n = h.h % ${SEEDS}::int join seeds b on b.n = h.h / ${SEEDS}::int % ${SEEDS}::int`);
    await tx.execute(sql`insert into memories (workspace_id, id, memory_id, title, narrative, memory_type, content_digest, search_text, term_count, created_at)
      select workspace_id, id, 'mem-' || left(replace(id::text, '-', ''), 16), title, narrative, 'general', 'bench',
        to_tsvector('english', title || ' ' || narrative), 86, now() - random() * interval '1 year' from mixed`);
    await tx.execute(sql`insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest)
      select workspace_id, id, 'bench', 'bench' from mixed`);
    await tx.execute(sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
      select workspace_id, id, ${seed.embeddingModel}::text, 'bench', embedding from mixed order by workspace_id`);
  });
}

/** Statistics, vacuum and the index of vectors, as the nightly work leaves them. */
async function maintain(db: Database, ids: readonly string[]): Promise<void> {
  await timed('vacuum', () => db.execute(sql`vacuum (analyze)`));
  await timed('statistics', async () => {
    for (const id of ids) await refreshStatistics(db, (await read(db, id)).id);
  });
  if (ids.length > 1) return;
  const [id = ''] = ids;
  const { id: workspaceId, embeddingModel } = await read(db, id);
  await timed('index of vectors', () =>
    maintainSemanticIndex(db, workspaceId, { model: embeddingModel ?? '' }),
  );
}

async function read(db: Database, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error('The workspace of the bench is gone.');
  return workspace;
}

async function measure({ services, texts }: Bench, shape: string, ids: readonly string[]): Promise<void> {
  const workspaces = await Promise.all(ids.map((id) => read(services.db, id)));
  const at = (n: number): Workspace => {
    const workspace = workspaces[n % workspaces.length];
    if (!workspace) throw new Error('No workspace is measured.');
    return workspace;
  };
  for (const callers of CALLERS) {
    const cells: string[] = [];
    for (const words of [3, 12, 40]) {
      const queries = queriesOfTexts(texts, { words, count: SEARCHES });
      const search = (n: number) =>
        searchMemories(services, at(n), SearchBody.parse({ query: queries[n], limit: 20 }));
      await search(0);
      const before = await pagesRead(services.db);
      const { text } = await byCallers(callers, search);
      const pages = ((await pagesRead(services.db)) - before) / SEARCHES;
      cells.push(`${words}: ${text} (${pages.toFixed(0)})`);
    }
    const { text, perSecond } = await byCallers(callers, (n) =>
      insertTexts(services.db, at(n).id, [texts[n] ?? { title: 'a', narrative: 'b' }]),
    );
    console.log([shape, callers, cells.join(', '), `${text}, ${perSecond.toFixed(0)}`].join(' | '));
  }
}

/** Pages that sessions have looked at; each tells its own once a second at most. */
async function pagesRead(db: Database): Promise<number> {
  await setTimeout(1_500);
  const [{ pages } = { pages: 0 }] = await queryRows<{ pages: number }>(
    db,
    sql`select (blks_hit + blks_read)::float8 pages from pg_stat_database where datname = current_database()`,
  );
  return pages;
}

/** So many callers, each of whom asks again when it is answered. */
async function byCallers(callers: number, ask: (n: number) => Promise<unknown>) {
  const durations: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < SEARCHES) {
        const askedAt = performance.now();
        await ask(next++);
        durations.push(performance.now() - askedAt);
      }
    }),
  );
  const perSecond = (1_000 * SEARCHES) / (performance.now() - startedAt);
  return {
    text: [0.5, 0.95, 0.99].map((share) => percentile(durations, share).toFixed(0)).join(' / '),
    perSecond,
  };
}

async function sizes(db: Database): Promise<string> {
  const rows = await queryRows<{ line: string }>(
    db,
    sql`select c.relname || ' ' || pg_size_pretty(pg_relation_size(c.oid)) line from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 50e6 order by pg_relation_size(c.oid) desc`,
  );
  return rows.map(({ line }) => line).join('\n');
}
