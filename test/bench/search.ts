import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchBody, type SearchReply } from '@memory/contracts';
import { searchMemories } from '@memory/core';
import { maintainSemanticIndex, type Workspace } from '@memory/db';
import { fillWorkspace } from './support/fill-workspace.ts';
import { percentiles } from './support/percentiles.ts';
import { queriesOfTexts } from './support/queries-of-texts.ts';
import { realisticTexts } from './support/realistic-texts.ts';
import { withSearchDatabase, type SearchBench } from './support/search-database.ts';

const SEARCHES = 100;
const TOP = 20;

/**
 * The whole search below HTTP, its query embedded, at 10,000 memories (PGlite and PostgreSQL), 100,000 (PostgreSQL) and
 * in a workspace of 200 beside 1,000 others. Recall compares with a search that scores everything.
 */
export async function benchSearch(): Promise<void> {
  console.log('engine, memories | words | hybrid p50/p95/p99 | processor | keyword p50/p95/p99 | recall@20');
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-search-'));
  try {
    await withSearchDatabase({ driver: 'pglite', dataDir: folder }, async (bench) => {
      await measure(bench, 10_000);
      await measureSmall(bench, { others: 1_000, size: 10 });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return console.log('(PostgreSQL skipped: TEST_DATABASE_URL is not set)');
  await withSearchDatabase({ driver: 'node-postgres', url }, async (bench) => {
    for (const count of [10_000, 100_000]) await measure(bench, count);
    await measureSmall(bench, { others: 1_000, size: 100 });
  });
}

async function measure(bench: SearchBench, count: number): Promise<void> {
  const texts = realisticTexts(count);
  const { workspace } = await fillWorkspace(bench.services, texts);
  await bench.opened.db.execute(sql`vacuum (analyze)`);
  await maintainSemanticIndex(bench.services.db, workspace.id, { model: workspace.embeddingModel ?? '' });
  const current = await bench.reread(workspace);
  for (const words of [3, 12])
    await report(bench, current, queriesOfTexts(texts, { words, count: SEARCHES }), {
      count: `${count}`,
      words,
    });
}

/** A small tenant among many: nothing of theirs may be read for it. */
async function measureSmall(
  bench: SearchBench,
  { others, size }: { others: number; size: number },
): Promise<void> {
  const texts = realisticTexts(200);
  const { workspace } = await fillWorkspace(bench.services, texts);
  for (let n = 0; n < others; n += 1) await fillWorkspace(bench.services, realisticTexts(size));
  await bench.opened.db.execute(sql`vacuum (analyze)`);
  await report(bench, await bench.reread(workspace), queriesOfTexts(texts, { words: 3, count: SEARCHES }), {
    count: `200 beside ${others} of ${size}`,
    words: 3,
  });
}

async function report(
  { services, engine }: SearchBench,
  workspace: Workspace,
  queries: readonly string[],
  { count, words }: { count: string; words: number },
): Promise<void> {
  const search = (
    query: string,
    options: Partial<SearchBody> = {},
    stored = workspace,
  ): Promise<SearchReply> =>
    searchMemories(services, stored, SearchBody.parse({ query, limit: TOP, ...options }));
  const time = async (options: Partial<SearchBody>) => {
    for (const query of queries.slice(0, 5)) await search(query, options);
    const durations: number[] = [];
    const before = process.cpuUsage();
    for (const query of queries) {
      const startedAt = performance.now();
      await search(query, options);
      durations.push(performance.now() - startedAt);
    }
    const { user, system } = process.cpuUsage(before);
    return { durations, processorMs: (user + system) / 1_000 / queries.length };
  };
  const hybrid = await time({});
  const keyword = await time({ use_semantic: false });
  // Below 2,000 memories the statement counts and scores all there is: that form is the reference.
  const everything = { ...workspace, memoryCount: 0, hasSemanticIndex: false };
  let found = 0;
  let wanted = 0;
  for (const query of queries.slice(0, 25)) {
    const expected = (await search(query, {}, everything)).results.map(({ memory }) => memory.id);
    const ids = new Set((await search(query)).results.map(({ memory }) => memory.id));
    found += expected.filter((id) => ids.has(id)).length;
    wanted += expected.length;
  }
  console.log(
    [
      `${engine}, ${count}`,
      words,
      percentiles(hybrid.durations),
      engine === 'PGlite' ? `${hybrid.processorMs.toFixed(1)} ms` : 'in the server',
      percentiles(keyword.durations),
      (found / wanted).toFixed(3),
    ].join(' | '),
  );
}
