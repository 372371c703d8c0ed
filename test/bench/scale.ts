import { sql } from 'drizzle-orm';
import { SearchBody } from '@memory/contracts';
import { recalculateImportance, searchMemories, type Services } from '@memory/core';
import { createQueryEmbedding } from '@memory/providers/embedder/query-embedding';
import { createTableEmbedder } from '@memory/providers/embedder/table';
import {
  findWorkspace,
  maintainSemanticIndex,
  migrate,
  openDatabase,
  queryRows,
  refreshStatistics,
  STATEMENT_LIMIT_MS,
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
const SEARCHES = 200;
/** The largest workspace. */
const MOST = Number(process.env['SCALE_MOST'] ?? 100_000);
/** Workspaces of 100 memories. */
const MANY = Number(process.env['SCALE_MANY'] ?? 10_000);
const SMALL = 100;
const CALLERS = [1, 8, 32];
/** Workspaces of the many that are asked: the same however many there are. */
const ASKED = 32;
const DAY_MS = 24 * 3_600_000;

interface Bench {
  services: Pick<Services, 'db' | 'settings' | 'embedding'>;
  texts: ReturnType<typeof realisticTexts>;
}

/** Workspaces of one size, by their names. */
interface Shape {
  name: string;
  size: number;
  workspaces: string[];
}

const one = (size: number): Shape => ({ name: `1 x ${size}`, size, workspaces: [`one of ${size}`] });
const SEED = one(SEEDS);
const MIXED: Shape[] = [
  ...[100_000, 1_000_000].filter((size) => size <= MOST).map(one),
  ...(MANY > 0
    ? [
        {
          name: `${MANY} x ${SMALL}`,
          size: SMALL,
          workspaces: Array.from({ length: MANY }, (_, n) => `many ${n + 1}`),
        },
      ]
    : []),
];
const SHAPES = [...(MOST >= SEEDS ? [SEED] : []), ...MIXED];

/**
 * Searches and stores by the statements alone, as functions and containers send them, on the PostgreSQL of TEST_DATABASE_URL: in one
 * workspace of 10,000, 100,000 and, with SCALE_MOST=1000000, a million memories, and in 32 of SCALE_MANY workspaces of 100. An empty
 * database is filled first, and one that is filled is measured; SCALE_FILL=1 only fills.
 */
export async function benchScale(): Promise<void> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return console.log('(skipped: TEST_DATABASE_URL is not set)');
  const opened = await openDatabase({ driver: 'node-postgres', url });
  const { db } = opened;
  try {
    await timed('started', () => migrate(db));
    const texts = realisticTexts(SEEDS);
    const [filled] = await queryRows(db)`select from workspaces limit 1`;
    if (!filled) await fill(db, texts);
    if (process.env['SCALE_FILL'] === '1') return;
    const embedder = createTableEmbedder();
    const builtIn = { embedder, embedQuery: createQueryEmbedding(embedder) };
    const settings = { memoryIdForm: 'A' } as Services['settings'];
    const bench: Bench = { services: { db, settings, embedding: { provider: builtIn, builtIn } }, texts };
    console.log(
      'workspaces x memories | callers | words: p50 / p95 / p99 ms of a search, a second (pages) … | stores: p50 / p95 / p99 ms, a second',
    );
    for (const shape of SHAPES) await measure(bench, shape);
    for (const shape of SHAPES) await measureNight(db, shape);
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

async function fill(db: Database, texts: Bench['texts']): Promise<void> {
  const { workspace: seed } = await timed('10,000 stored and embedded', () => fillWorkspace({ db }, texts));
  await db.execute(sql`update workspaces set name = ${SEED.workspaces[0]}::text where id = ${seed.id}::uuid`);
  const indexes = await queryRows<{ name: string; definition: string }>(db)`
    select indexname name, indexdef definition from pg_indexes where tablename = 'memories' and indexdef ilike '%using gin%'`;
  // Row by row they take most of the time.
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  for (const shape of MIXED) await timed(`${shape.name} filled`, () => mix(db, seed, shape));
  // The index of vectors takes longest, and is of another table.
  await Promise.all([
    timed('GIN indexes', async () => {
      for (const { definition } of indexes) await db.execute(sql.raw(definition));
    }),
    (async () => {
      for (const { name, size, workspaces } of MIXED)
        if (size > SMALL)
          for (const { id, embeddingModel } of await read(db, workspaces))
            await timed(`${name}: index of vectors`, () =>
              maintainSemanticIndex(db, id, { model: embeddingModel ?? '' }),
            );
    })(),
  ]);
  await timed('vacuum', () => db.execute(sql`vacuum (analyze)`));
  for (const { name, workspaces } of [SEED, ...MIXED]) {
    const asked = await read(db, workspaces.slice(0, ASKED));
    await timed(`${name}: statistics`, async () => {
      for (const { id } of asked) await refreshStatistics(db, id);
    });
  }
}

/**
 * Memories of the first half of one seed and the second half of another, with the sum of their vectors, a year old at most and of the
 * importance of their age; no trigger runs. Those of many workspaces lie among each other, as they come in.
 */
async function mix(db: Database, seed: Workspace, { size, workspaces }: Shape): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create temporary table targets on commit drop as
      select md5(name)::uuid id, name from unnest(${sql.param(workspaces)}::text[]) name`);
    await tx.execute(
      sql`insert into workspaces (id, name, created_at) select id, name, now() - interval '1 year' from targets`,
    );
    await tx.execute(sql`insert into workspace_statistics (workspace_id, model)
      select id, ${seed.embeddingModel}::text from targets`);
    await tx.execute(sql`create temporary table seeds on commit drop as
      select row_number() over (order by m.title) - 1 n, m.title, string_to_array(m.narrative, ' ') words, e.embedding
      from memories m join memory_embeddings e on e.workspace_id = m.workspace_id and e.memory_id = m.id
      where m.workspace_id = ${seed.id}::uuid`);
    await tx.execute(sql`create index on seeds (n)`);
    await tx.execute(sql`create temporary table mixed on commit drop as
      select md5(w.id::text || i)::uuid id, w.id workspace_id, a.title, l2_normalize(a.embedding + b.embedding) embedding,
        array_to_string(a.words[:40] || b.words[41:], ' ') narrative,
        now() - (${size}::int - i) * interval '1 year' / ${size}::int created_at
      from generate_series(1, ${size}::int) i cross join targets w
      cross join lateral (select abs(hashint8(i + ('x' || left(md5(w.id::text), 8))::bit(32)::int)) h) h
      join seeds a on a.n = h.h % ${SEEDS}::int join seeds b on b.n = h.h / ${SEEDS}::int % ${SEEDS}::int`);
    await tx.execute(sql`insert into memories (workspace_id, id, memory_id, title, narrative, memory_type, content_digest, search_text,
        term_count, importance_score, base_importance, created_at)
      select workspace_id, id, 'mem-' || left(replace(id::text, '-', ''), 16), title, narrative, 'general', 'bench',
        to_tsvector('english', title || ' ' || narrative), 86,
        recalculated_importance(0.5, 0.5, 0, 0, 0, 0, now()::date - created_at::date), 0.5, created_at
      from mixed order by created_at`);
    await tx.execute(sql`insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest)
      select workspace_id, id, 'bench', 'bench' from mixed order by created_at`);
    await tx.execute(sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
      select workspace_id, id, ${seed.embeddingModel}::text, 'bench', embedding from mixed order by created_at`);
  });
}

async function read(db: Database, names: readonly string[]): Promise<Workspace[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select id from workspaces where name = any(${sql.param(names)}::text[]) order by name`;
  const found = await Promise.all(rows.map(({ id }) => findWorkspace(db, id)));
  return found.map((workspace) => {
    if (!workspace) throw new Error('The workspace of the bench is gone.');
    return workspace;
  });
}

async function measure({ services, texts }: Bench, { name, workspaces }: Shape): Promise<void> {
  const asked = await read(services.db, workspaces.slice(0, ASKED));
  const at = (n: number): Workspace => {
    const workspace = asked[n % asked.length];
    if (!workspace) throw new Error('No workspace is measured.');
    return workspace;
  };
  for (const callers of CALLERS) {
    const cells: string[] = [];
    for (const words of [3, 12, 40]) {
      const queries = queriesOfTexts(texts, { words, count: SEARCHES });
      const search = (n: number) =>
        searchMemories(services, at(n), SearchBody.parse({ query: queries[n], limit: 20 }));
      const first = await byCallers(1, search, 1);
      if (callers === 1) console.log(`(${name}: first of ${words} words: ${first.text} ms)`);
      const before = await pagesRead(services.db);
      const { text, perSecond } = await byCallers(callers, search);
      const pages = ((await pagesRead(services.db)) - before) / SEARCHES;
      cells.push(`${words}: ${text}, ${perSecond.toFixed(0)} (${pages.toFixed(0)})`);
    }
    const { text, perSecond } = await byCallers(callers, (n) =>
      insertTexts(services.db, at(n).id, [texts[n] ?? { title: 'a', narrative: 'b' }]),
    );
    console.log([name, callers, cells.join(', '), `${text}, ${perSecond.toFixed(0)}`].join(' | '));
  }
}

/** The first message of tomorrow's recalculation, of 50,000 memories at most, in each of the workspaces that are asked. */
async function measureNight(db: Database, { name, workspaces }: Shape): Promise<void> {
  const asked = await read(db, workspaces.slice(0, ASKED));
  const services = {
    db,
    clock: () => new Date(Date.now() + DAY_MS),
    jobs: { enqueue: () => Promise.resolve(), enqueueLater: () => Promise.resolve() },
  };
  const logged = () =>
    queryRows<{ log: number }>(db)`select (pg_current_wal_lsn() - '0/0')::float8 log`.then(
      ([row]) => row?.log ?? 0,
    );
  const before = await logged();
  await timed(`${name}: importance`, async () => {
    for (const workspace of asked) await recalculateImportance(services, workspace);
  });
  console.log(`(${name}: ${(((await logged()) - before) / 1e6).toFixed(1)} MB of log)`);
}

/** Pages that sessions have looked at; each keeps its own count for seconds unless it is told to give it away. */
async function pagesRead(db: Database): Promise<number> {
  const flushed = sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`;
  await Promise.all(Array.from({ length: Math.max(...CALLERS) }, () => db.execute(flushed)));
  const [{ pages } = { pages: 0 }] = await queryRows<{ pages: number }>(db)`
    select (blks_hit + blks_read)::float8 pages from pg_stat_database where datname = current_database()`;
  return pages;
}

/** So many callers, each of whom asks again when it is answered. */
async function byCallers(callers: number, ask: (n: number) => Promise<unknown>, times = SEARCHES) {
  const durations: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < times) {
        const askedAt = performance.now();
        await ask(next++);
        durations.push(performance.now() - askedAt);
      }
    }),
  );
  const perSecond = (1_000 * times) / (performance.now() - startedAt);
  return {
    text: [0.5, 0.95, 0.99].map((share) => percentile(durations, share).toFixed(0)).join(' / '),
    perSecond,
  };
}

async function sizes(db: Database): Promise<string> {
  const rows = await queryRows<{ line: string }>(db)`
    select c.relname || ' ' || pg_size_pretty(pg_relation_size(c.oid)) line from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 50e6 order by pg_relation_size(c.oid) desc`;
  return rows.map(({ line }) => line).join('\n');
}
