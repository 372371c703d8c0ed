import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@memory/client';
import type { JobsReport } from '@memory/contracts';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { startServer, type ServerProcess } from '../host/child-process.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { peerCorpus } from './peers/peer-corpus.ts';
import { importTexts } from './support/import-texts.ts';

const MEMORIES = Number(process.env['IDLE_MEMORIES'] ?? 10_000);
const SECONDS = Number(process.env['IDLE_SECONDS'] ?? 600);
const IMPORTED_AT_ONCE = 100;
const STARTS = 3;
/** `_SC_CLK_TCK` of Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Costs of the local service at rest, on Linux: the memory it holds once it has worked off what was imported, after
 * a start on the same folder and after a search, and its processor time in `IDLE_SECONDS`; and how long it takes to start on a new
 * folder and on this one. It is the program of the package: `npm run -w packages/agents prepack` makes it. `IDLE_FOLDER` keeps the folder for another run.
 */
export async function benchIdle(): Promise<void> {
  const kept = process.env['IDLE_FOLDER'];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'workspace-memory-idle-')));
  const settings = { ...UNLIMITED_RATES, LOG_LEVEL: 'SILENT', DATA_DIR: join(folder, 'data') };
  const keyFile = join(folder, 'key');
  console.log(`${MEMORIES} memories, load ${load()}`);
  try {
    if (!existsSync(keyFile)) await writeFile(keyFile, await fill(settings));
    await timeStarts('a new folder', (start) => ({
      ...settings,
      DATA_DIR: join(folder, `new-${process.pid}-${start}`),
    }));
    await timeStarts('this folder', () => settings);
    await using server = await startShipped(settings);
    await sleep(10_000);
    console.log(`after a start: ${await memoryOf(server)}`);
    const client = createClient({ url: server.url, key: await readFile(keyFile, 'utf8') });
    for (const query of ['laminar flow', 'heat transfer of a blunt body', 'shock wave'])
      await client.searchMemories({ body: { query } });
    await sleep(10_000);
    console.log(`after three searches: ${await memoryOf(server)}`);
    const before = await processorSeconds(server);
    await sleep(SECONDS * 1_000);
    const spent = (await processorSeconds(server)) - before;
    console.log(
      `idle for ${SECONDS} s: ${spent.toFixed(1)} s of processor, ${await memoryOf(server)}; load ${load()}`,
    );
    await server.stop('SIGTERM');
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the key of the workspace */
async function fill(settings: Record<string, string> & { DATA_DIR: string }): Promise<string> {
  await using server = await startShipped(settings);
  const key = /wm_live_\w+/u.exec(server.output())?.[0] ?? '';
  const client = createClient({ url: server.url, key });
  const { texts } = peerCorpus(MEMORIES);
  for (let start = 0; start < texts.length; start += IMPORTED_AT_ONCE)
    await importTexts(client, texts.slice(start, start + IMPORTED_AT_ONCE));
  const { operatorToken } = JSON.parse(await readFile(join(settings.DATA_DIR, 'lock'), 'utf8')) as {
    operatorToken: string;
  };
  for (let pending = 1; pending > 0;) {
    await sleep(2_000);
    const reply = await fetch(server.url + OPERATIONS_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}` },
      body: JSON.stringify({ operation: 'showJobs', input: {} }),
    });
    const { result } = (await reply.json()) as { result: JobsReport };
    pending = result.pending.embedding + result.pending.discovery;
  }
  // Upkeep waits for rest, and analyses the graph then.
  await sleep(45_000);
  console.log(`after all is embedded and related: ${await memoryOf(server)}`);
  await server.stop('SIGTERM');
  return key;
}

/** As `workspace-memory up` starts it; from its sources it holds what strips their types, too. */
function startShipped(settings: Record<string, string>): Promise<ServerProcess> {
  return startServer(
    { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072', ...settings },
    { script: 'packages/agents/dist/lib/serve.js', options: ['--max-semi-space-size=2'] },
  );
}

async function timeStarts(name: string, settings: (start: number) => Record<string, string>): Promise<void> {
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const startedAt = performance.now();
    const server = await startShipped(settings(start));
    seconds.push((performance.now() - startedAt) / 1_000);
    await server.stop('SIGTERM');
  }
  console.log(`start on ${name}: ${seconds.map((each) => each.toFixed(1)).join(', ')} s, load ${load()}`);
}

/** Resident, and of that what is this process's alone. */
async function memoryOf({ pid }: ServerProcess): Promise<string> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(rollup)?.[1] ?? 0) / 1_000;
  return `${of('Rss').toFixed(0)} MB resident, ${(of('Private_Clean') + of('Private_Dirty')).toFixed(0)} private`;
}

async function processorSeconds({ pid }: ServerProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const load = () => loadavg()[0]?.toFixed(1);
