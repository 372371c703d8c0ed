import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { createClient } from '@memory/client';
import type { JobsReport } from '@memory/contracts';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { prepareDataDir } from '../../host/migrated-pglite.ts';
import { verifies } from '../../support/verifies.ts';

const SERVER = new URL('poisoned-server.ts', import.meta.url).pathname;

const TEST_STARTED_AT = String(Date.now());

async function start(DATA_DIR: string, ATTEMPTS = '') {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, DATA_DIR, ATTEMPTS, TEST_STARTED_AT, LOG_LEVEL: 'SILENT' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let ended = false;
  void exited.then(() => (ended = true));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => [undefined]),
  ])) as [string | undefined];
  const { url, key } = JSON.parse(line ?? '{"url":"","key":""}') as { url: string; key: string };
  return {
    url,
    key,
    hasEnded: () => ended,
    exited,
    operate: async (operation: string, input: object) => {
      const reply = await fetch(url + OPERATIONS_PATH, {
        method: 'POST',
        headers: { authorization: 'Bearer operator', 'content-type': 'application/json' },
        body: JSON.stringify({ operation, input }),
      });
      return ((await reply.json()) as { result: unknown }).result;
    },
  };
}

verifies(
  ['jobs.attempts.counted', 'jobs.attempts.given-up'],
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'memory-poison-'));
    await prepareDataDir(dataDir);
    let server = await start(dataDir);
    const { key } = server;
    const store = (title: string) =>
      createClient({ url: server.url, key }).storeMemory({ body: { title, narrative: 'It is kept.' } });
    const titles = Array.from({ length: 6 }, (_, number) => `Good number ${number}`);
    await Promise.allSettled([...titles.slice(0, 3), 'The poison', ...titles.slice(3)].map(store));

    // Each start does the work of those that died before, until the one that ends them is given up.
    let deaths = 0;
    for (let report: JobsReport | undefined; report?.dead.count !== 1;) {
      if (server.hasEnded()) {
        deaths += 1;
        expect(deaths).toBeLessThanOrEqual(2);
        // One death shows that it is counted; the next three would show the same.
        server = await start(dataDir, deaths === 1 ? '4' : '');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      report = (await server.operate('showJobs', {}).catch(() => undefined)) as JobsReport | undefined;
    }
    expect(deaths).toBe(2);

    const memories = await createClient({ url: server.url, key }).listMemories({ query: { limit: 50 } });
    const poison = memories.find(({ title }) => title === 'The poison');
    const report = async () => (await server.operate('showJobs', {})) as JobsReport;
    expect((await report()).dead.latest).toMatchObject([
      {
        job: 'generateEmbedding',
        payload: { memoryId: poison?.id },
        attempts: 5,
        last_error: expect.stringContaining('The process ended'),
      },
    ]);
    await expect.poll(async () => (await report()).pending.embedding, { timeout: 30_000 }).toBe(1);
    expect(server.hasEnded()).toBe(false);

    // Given back, it is tried again, and ends the process again.
    expect(await server.operate('redriveJobs', { queue: null })).toEqual({
      redriven: { generateEmbedding: 1 },
    });
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  },
  { timeoutMs: 240_000 },
);
