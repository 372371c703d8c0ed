import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { refreshStatistics, type WorkspaceId } from '@memory/db';
import { startLocalService } from '@memory/service/node';
import { readConfig, type Log } from '@memory/service';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { percentiles } from './support/percentiles.ts';
import { realisticTexts } from './support/realistic-texts.ts';

const SEARCHES = 300;

/** Ingest and keyword search through HTTP: 10,000 memories embedded, 100,000 too on a server (TEST_DATABASE_URL). */
export async function benchService(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'];
  console.log(
    'engine, memories | stored a second | store p50/p95/p99 | keyword search p50/p95/p99 | round trips | peak memory',
  );
  await measure('PGlite on disk', 10_000, {});
  if (!server) return console.log('(PostgreSQL skipped: TEST_DATABASE_URL is not set)');
  for (const count of [10_000, 100_000]) await measure('PostgreSQL', count, { DATABASE_URL: server });
}

async function measure(engine: string, count: number, settings: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-bench-'));
  const config = readConfig({ ...UNLIMITED_RATES, DATA_DIR: folder, PORT: '0', ...settings });
  const roundTrips = new Map<string, number>();
  const log: Log = {
    info: (_message, line) => {
      const { route, roundTrips: trips } = line as { route?: string; roundTrips?: number };
      if (route !== undefined && trips !== undefined) roundTrips.set(route, trips);
    },
    warn: () => undefined,
    error: (message) => console.error(message),
  } as Log;
  const service = await startLocalService(config, { log });
  // The jobs' own work is measured elsewhere.
  await service.queue.stop();
  try {
    const { key, workspace_id: id } = await createWorkspace(service.services, {
      name: `bench ${Date.now()}`,
      language: 'english',
    });
    const client = createClient({ url: service.url, key });
    const texts = realisticTexts(count);
    const startedAt = performance.now();
    const stores = await inParallel(texts, 4, (body) => client.storeMemory({ body }));
    const seconds = (performance.now() - startedAt) / 1_000;
    // The statistics that upkeep takes as the workspace grows.
    await refreshStatistics(service.services.db, id as WorkspaceId);
    await service.services.db.execute('vacuum analyze');
    const searches = await searchAll(client, texts);
    console.log(
      [
        `${engine}, ${count}`,
        (count / seconds).toFixed(0),
        percentiles(stores),
        percentiles(searches),
        `store ${roundTrips.get('POST /api/v1/memories/store')}, search ${roundTrips.get('POST /api/v1/memories/search')}`,
        `${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`,
      ].join(' | '),
    );
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Three words of a memory each, one search after the other. */
async function searchAll(client: Client, texts: readonly { narrative: string }[]): Promise<number[]> {
  const queries = Array.from({ length: SEARCHES }, (_, place) => {
    const words = (texts[Math.floor((place * texts.length) / SEARCHES)]?.narrative ?? '').split(' ');
    return [words[3], words[11], words[23]].join(' ');
  });
  return inParallel(queries, 1, (query) => client.searchMemories({ body: { query, use_semantic: false } }));
}

/** Runs `work` on every item, `width` at a time; the duration of each in ms. */
async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = [];
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      const startedAt = performance.now();
      await work(item);
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return durations;
}
