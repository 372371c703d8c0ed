import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createClient } from '@memory/client';
import type { JobsReport } from '@memory/contracts';
import { openDatabase, queryRows } from '@memory/db';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { prepareDataDir } from '../../host/migrated-pglite.ts';
import { verifies } from '../../support/verifies.ts';

const SERVER = new URL('poisoned-server.ts', import.meta.url).pathname;

const TEST_STARTED_AT = String(Date.now());

async function start(DATA_DIR: string) {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, DATA_DIR, TEST_STARTED_AT, LOG_LEVEL: 'SILENT' },
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
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
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

const POISON = sql`(select id::text from memories where title = 'The poison')`;

/** Makes the attempts of the work that ended the process twice four. */
async function addAttempts(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ driver: 'pglite', dataDir: join(dataDir, 'database') });
  const counted = await queryRows<{ attempts: number }>(db)`
    with counted as (select attempts from job_attempts where job = 'generateEmbedding' and work = ${POISON})
      update job_attempts a set attempts = 4 from counted
      where a.job = 'generateEmbedding' and a.work = ${POISON} returning counted.attempts`;
  expect(counted).toEqual([{ attempts: 2 }]);
  await close();
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
        expect(deaths).toBeLessThanOrEqual(4);
        // Two deaths show that they are counted; the next two would show the same.
        if (deaths === 2) await addAttempts(dataDir);
        server = await start(dataDir);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      report = (await server.operate('showJobs', {}).catch(() => undefined)) as JobsReport | undefined;
    }
    expect(deaths).toBeGreaterThanOrEqual(3);

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
