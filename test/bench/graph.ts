import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { analyzeGraph, type Settings } from '@memory/core';
import {
  exploreGraph,
  findPath,
  findWorkspace,
  inTurnOf,
  migrate,
  openDatabase,
  queryRows,
  STATEMENT_LIMIT_MS,
  withStatementLimit,
  type Database,
  type OpenDatabase,
  type Workspace,
} from '@memory/db';
import { replyWithGraph } from '@memory/service';
import { insertTexts } from './support/fill-workspace.ts';
import { numberedId } from '../support/seeds/seed-memories.ts';

const ROUNDS = 30;

interface Scale {
  engine: string;
  memories: number;
  edges: number;
  open: () => Promise<OpenDatabase>;
}

interface Row {
  engine: string;
  graph: string;
  what: string;
  'p50 ms': string;
  'p95 ms': string;
  /** Resident size of this process before the work and at its peak; PGlite is part of it. */
  'MB before': number;
  'MB peak': number;
  result: string;
  design: string;
}

const scales = (url: string | undefined): Scale[] => [
  { engine: 'PGlite', memories: 10_000, edges: 100_000, open: () => openDatabase({ driver: 'pglite' }) },
  ...(url === undefined
    ? []
    : [
        {
          engine: 'PostgreSQL',
          memories: 100_000,
          edges: 1_000_000,
          open: () => openDatabase({ driver: 'node-postgres', url }),
        },
      ]),
];

/**
 * Prints times and memory of all that is asked of a graph. PGlite always; PostgreSQL where TEST_DATABASE_URL names one,
 * in a workspace that is deleted afterwards.
 */
export async function benchGraph(): Promise<void> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) console.log('TEST_DATABASE_URL is not set: the large graph is left out.');
  const rows: Row[] = [];
  for (const scale of scales(url)) {
    const opened = await scale.open();
    try {
      await migrate(opened.db);
      await opened.tune?.();
      rows.push(...(await benchScale(opened, scale)));
    } finally {
      await opened.close();
    }
  }
  console.table(rows);
}

/** The bench's own work is no request. */
const unhurried = (work: () => Promise<void>) => withStatementLimit(STATEMENT_LIMIT_MS.maintenance, work);

async function benchScale(opened: OpenDatabase, { engine, memories, edges }: Scale): Promise<Row[]> {
  const { db } = opened;
  const id = randomUUID();
  const ref = (number: number) => numberedId(id.slice(0, 23), number);
  console.log(`${engine}: seeding ${memories} memories and ${edges} edges …`);
  await unhurried(() => seed(db, id, { memories, edges }));
  await unhurried(async () => void (await queryRows(db)`analyze memories, relationships`));
  const workspace = await findWorkspace(db, id);
  if (!workspace) throw new Error('The workspace of the bench is gone.');
  const rows: Row[] = [];
  const graph = `${memories / 1_000}k / ${edges / 1_000}k`;
  const report = async (
    what: string,
    design: string,
    rounds: number,
    work: (round: number) => Promise<string>,
  ) => {
    rows.push({ engine, graph, what, ...(await measure(rounds, work)), design });
  };
  try {
    const pick = (round: number) => (round * 7_919) % memories;
    for (const maxNodes of [50, 200])
      await report(
        `explore, ${maxNodes} nodes`,
        maxNodes === 50 ? '1.0 ms' : '3.4 ms',
        ROUNDS,
        async (round) => {
          const seeds = [1, 2, 3, 4, 5].map((step) => ref(pick(round * step + step)));
          const found = await exploreGraph(db, workspace.id, {
            seeds,
            maxNodes,
            minConfidence: 0,
            types: null,
          });
          return `${found.nodes.length} nodes, ${found.edges.length} edges`;
        },
      );
    const path = async (from: number, to: number, maxDepth: number) => {
      const ends = {
        source: { form: 'A' as const, id: ref(from) },
        target: { form: 'A' as const, id: ref(to) },
      };
      const found = await findPath(db, workspace.id, { ...ends, maxDepth, types: null });
      return `depth ${Math.max(0, found.path.length - 1)}`;
    };
    // Members of one group are a step or two apart, those of two groups four or five; the last memory has no edges.
    const near = (round: number) =>
      Math.min(pick(round) - (pick(round) % 100) + ((pick(round) + 7) % 100), memories - 2);
    await report('path, near', '-', ROUNDS, (round) => path(pick(round), near(round), 5));
    await report('path, far', '4.3 ms, p95 10.6', ROUNDS, (round) =>
      path(pick(round), pick(round * 31 + 17), 5),
    );
    for (const keys of engine === 'PGlite' ? [1, 8] : []) {
      await using storing = storeByCallers(db, workspace, keys);
      await report(`path, far, while 8 store by ${keys} keys`, '50 ms p95', 5 * ROUNDS, (round) =>
        inTurnOf('key 0', () => path(pick(round), pick(round * 31 + 17), 5)),
      );
      console.log(`${storing.count()} stored meanwhile`);
    }
    await report('path, none at depth 5', '-', ROUNDS, (round) => path(pick(round), memories - 1, 5));
    await report('path, none at depth 10', '-', 3, (round) => path(pick(round), memories - 1, 10));
    await report('path, none, from the lone end', '-', ROUNDS, (round) =>
      path(memories - 1, pick(round), 10),
    );
    await report('whole graph, unbounded, gzip', '-', 1, () => whole(db, workspace, {}, 2 ** 30));
    await report('one page of 6 MB, gzip', '-', 1, () =>
      whole(db, workspace, { after: `nodes:${numberedId('00000000-0000-0000-0000', 0)}` }, 6_000_000),
    );
    await report('analysis, all to write', '4 s, 660 MB', 1, () => analyze(db, workspace));
    await report('analysis, nothing to write', '4 s, 660 MB', 1, () => analyze(db, workspace));
    return rows;
  } finally {
    await unhurried(() => unseed(db, id));
  }
}

/** Eight callers with some keys, each with its next memory as soon as the last is stored. */
function storeByCallers(db: Database, workspace: Workspace, keys: number) {
  let stored = 0;
  const over = new AbortController();
  const store = async (caller: number) => {
    while (!over.signal.aborted) {
      const text = {
        title: `Note ${randomUUID()}`,
        narrative: 'A narrative of some length, as people write them. '.repeat(8),
      };
      await inTurnOf(`key ${caller % keys}`, () => insertTexts(db, workspace.id, [text]));
      stored += 1;
    }
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, caller) => store(caller)));
  return {
    count: () => stored,
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await all;
    },
  };
}

async function whole(
  db: Database,
  workspace: Workspace,
  query: { after?: string },
  replyBytesMax: number,
): Promise<string> {
  const settings = { memoryIdForm: 'A' } as Settings;
  const request = { query, headers: { 'accept-encoding': 'gzip' } };
  const { body = '', headers } = await replyWithGraph({ db, settings, replyBytesMax }, workspace, request);
  return `${(body.length / 1e6).toFixed(1)} MB of base64${headers?.['link'] ? ', more behind it' : ''}`;
}

async function analyze(db: Database, workspace: Workspace): Promise<string> {
  await analyzeGraph({ db, embedding: { provider: 'none' } as never }, workspace);
  const [row] = await queryRows<{ ranked: number; labels: number }>(db)`
    select count(pagerank_score)::int ranked, count(distinct community_label)::int labels from memory_counters
      where workspace_id = ${workspace.id}::uuid`;
  return `${row?.ranked} ranks, ${row?.labels} labels`;
}

async function measure(rounds: number, work: (round: number) => Promise<string>) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const times: number[] = [];
  let result = '';
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    result = await work(round);
    times.push(performance.now() - startedAt);
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  clearInterval(sampler);
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return {
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'MB before': megabytes(before),
    'MB peak': megabytes(peak),
    result,
  };
}

/** Groups of a hundred; one edge in twenty leaves its group. Keys are not checked, which takes most of the time. */
async function seed(
  db: Database,
  id: string,
  { memories, edges }: { memories: number; edges: number },
): Promise<void> {
  const memory = (number: string) =>
    sql.raw(`('${id.slice(0, 23)}-' || lpad(to_hex(${number}), 12, '0'))::uuid`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into workspaces (id, name, created_at) values (${id}::uuid, ${id}::text, now())`,
    );
    await tx.execute(sql`insert into workspace_statistics (workspace_id) values (${id}::uuid)`);
    await tx.execute(sql`insert into memories (workspace_id, id, memory_id, title, narrative, concepts, content_digest,
        search_text, term_count, created_at)
      select ${id}::uuid, ${memory('n::int')}, 'mem-' || md5(${id}::text || n), 'Note ' || n || ' on subject ' || n / 100,
        repeat('A narrative of some length, as people write them. ', 8), array['subject ' || n / 100, 'kind ' || n % 7],
        'seeded', (select string_agg('''word' || (n * 31 + w) % 5000 || ''':' || w, ' ') from generate_series(1, 60) w)::tsvector,
        60, now()
      from generate_series(0, ${memories}::int - 1) n`);
    await tx.execute(sql`insert into memory_counters (workspace_id, memory_id)
      select workspace_id, id from memories where workspace_id = ${id}::uuid`);
    await tx.execute(sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type,
        discovery_method, confidence, is_bidirectional, created_at)
      select ${id}::uuid, ${memory('e::int')}, ${memory('source')}, ${memory('target')},
        (array['references', 'related_to', 'similar_to'])[1 + e % 3],
        (array['file_overlap', 'concept_overlap', 'embedding_similarity'])[1 + e % 3],
        0.3 + 0.7 * random(), e % 3 <> 0, now()
      from (
        select e, source, case when random() < 0.05 then floor(random() * (${memories}::int - 1))::int
          else least(source - source % 100 + floor(random() * 100)::int, ${memories}::int - 2) end target
        from (
          select e, floor(random() * (${memories}::int - 1))::int source
          from generate_series(1, ${edges}::int) e offset 0) s offset 0) drawn
      where source <> target
      on conflict do nothing`);
  });
}

/** Table by table, since cascades look every row up. */
async function unseed(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of ['graph_changes', 'relationships', 'memories', 'workspace_statistics'])
      await tx.execute(sql`delete from ${sql.raw(table)} where workspace_id = ${id}::uuid`);
    await tx.execute(sql`delete from workspaces where id = ${id}::uuid`);
  });
}

if (import.meta.main) await benchGraph();
