import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobsReport } from '@memory/contracts';
import { queryRows, type Database } from '@memory/db';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { openServerDatabase } from '../host/databases.ts';
import { startServer, type ServerProcess } from '../host/child-process.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { callService, kindsOf, summaryOf, type CallingTask, type Sample } from './support/call-service.ts';
import { percentile } from './support/percentiles.ts';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 1);
const SOAK_MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);

interface Started {
  server: ServerProcess;
  key: string;
  jobs(): Promise<JobsReport>;
  /** MB that the database takes on the disk. */
  diskMb(): Promise<number>;
}

/** The local service, a process of its own, on a fresh folder, or on a fresh database of the server `TEST_DATABASE_URL` names. */
async function onFresh(work: (started: Started) => Promise<void>, { onServer = false } = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-load-'));
  const DATA_DIR = join(folder, 'data');
  const url = process.env['TEST_DATABASE_URL'];
  if (onServer && !url) throw new Error('TEST_DATABASE_URL names no server.');
  const database = onServer && url ? await openServerDatabase(url) : undefined;
  try {
    await using server = await startServer({
      ...UNLIMITED_RATES,
      LOG_LEVEL: 'WARN',
      DATA_DIR,
      ...(database ? { DATABASE_URL: database.url } : {}),
    });
    const { operatorToken } = JSON.parse(await readFile(join(DATA_DIR, 'lock'), 'utf8')) as {
      operatorToken: string;
    };
    const jobs = async () => {
      const reply = await fetch(server.url + OPERATIONS_PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${operatorToken}` },
        body: JSON.stringify({ operation: 'showJobs', input: {} }),
      });
      return ((await reply.json()) as { result: JobsReport }).result;
    };
    const diskMb = async () => (await (database ? bytesOf(database.db) : bytesBelow(DATA_DIR))) / 1e6;
    const key = /wm_live_\w+/u.exec(server.output())?.[0] ?? '';
    await work({ server, key, jobs, diskMb });
    const warned = server.output().match(/^\{.*"level":"(?:WARN|ERROR)".*$/gmu) ?? [];
    for (const line of warned.slice(0, 5)) console.log(line.slice(0, 600));
    await server.stop('SIGTERM');
  } finally {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const call = ({ server, key }: Started, workload: CallingTask['workload']) =>
  callService({ url: server.url, key, workload });

function printKinds(title: string, samples: readonly Sample[]): void {
  console.log(`\n${title}, load ${loadavg()[0]?.toFixed(1)}`);
  const rows = kindsOf(samples).map((kind) => [
    kind,
    summaryOf(samples.filter((sample) => sample.kind === kind)),
  ]);
  console.table(Object.fromEntries([...rows, ['all', summaryOf(samples)]]));
}

/** Whether nothing is left to embed, to relate or to hand over; and whether anything is left to embed. */
async function left(jobs: Started['jobs']): Promise<{ embedding: boolean; any: boolean }> {
  const { pending, queues } = await jobs();
  return {
    embedding: pending.embedding > 0,
    any:
      pending.embedding + pending.discovery > 0 ||
      queues.some(({ visible, inFlight }) => visible + inFlight > 0),
  };
}

/** Chains of memories are stored and related while paths, explores and searches are asked for: each kind of request. */
export async function benchChains(): Promise<void> {
  for (let run = 1; run <= RUNS; run += 1)
    await onFresh(async (started) => {
      const startedAt = performance.now();
      const { samples, ended } = call(started, 'chains');
      await ended;
      printKinds(`run ${run}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`, samples);
    });
}

/** 2,000 short texts of 8 callers: when all are embedded, when all has settled, and the searches meanwhile. */
export async function benchBurst(): Promise<void> {
  for (let run = 1; run <= RUNS; run += 1)
    await onFresh(async (started) => {
      const startedAt = performance.now();
      const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
      const calling = call(started, 'burst');
      await calling.stored;
      const stored = seconds();
      let embedded: string | undefined;
      for (;;) {
        const { embedding, any } = await left(started.jobs);
        if (!embedding) embedded ??= seconds();
        if (!any) break;
        await sleep(250);
      }
      const settled = seconds();
      calling.stop();
      await calling.ended;
      const reply = await fetch(`${started.server.url}/api/v1/memories/graph`, {
        headers: { authorization: `Token ${started.key}` },
      });
      const { edges } = (await reply.json()) as { edges: object[] };
      printKinds(
        `run ${run}: stored after ${stored} s, embedded after ${embedded} s, settled after ${settled} s, ${edges.length} edges`,
        calling.samples,
      );
    });
}

/**
 * 8 callers as agents are, for `SOAK_MINUTES`, on a fresh folder, and with `--postgres` on a fresh database of the server that
 * `TEST_DATABASE_URL` names: by five minutes what each kind of request took, the memory of the process, the size on disk and the
 * jobs that wait. Fails when a request failed, when the last sixth of the time is slower than the first settled one, or when
 * memory grows.
 */
export async function benchSoak(): Promise<void> {
  await onFresh(soak, { onServer: process.argv.includes('--postgres') });
}

const MINUTE = 60_000;

async function soak(started: Started): Promise<void> {
  const { samples, stop, ended } = call(started, 'soak');
  const begunAt = Date.now();
  const slice = Math.min(5, SOAK_MINUTES / 6) * MINUTE;
  const memory: number[] = [];
  const between = (from: number, to: number) =>
    samples.filter(({ at }) => at >= begunAt + from && at < begunAt + to);
  for (let from = 0; from < SOAK_MINUTES * MINUTE - 1; from += slice) {
    await sleep(begunAt + from + slice - Date.now());
    const { queues } = await started.jobs();
    const waiting = queues.reduce((sum, { visible, inFlight }) => sum + visible + inFlight, 0);
    const oldest = Math.max(...queues.map(({ oldestAgeSeconds }) => oldestAgeSeconds ?? 0));
    memory.push(await residentMb(started.server));
    printKinds(
      `minute ${Number(((from + slice) / MINUTE).toFixed(1))}: ${memory.at(-1)} MB resident, ${(await started.diskMb()).toFixed(0)} MB on disk, ${waiting} jobs waiting, the oldest for ${oldest.toFixed(0)} s`,
      between(from, from + slice),
    );
  }
  stop();
  await ended;
  const total = SOAK_MINUTES * MINUTE;
  const p95 = (some: readonly Sample[]) =>
    percentile(
      some.map(({ ms }) => ms),
      0.95,
    );
  const [early, late] = [p95(between(total / 12, total / 4)), p95(between(total - total / 6, total))];
  const failed = samples.filter(({ status }) => status >= 500).length;
  const [settled = 0, last = 0] = [memory[1], memory.at(-1)];
  console.log(
    `p95 ${early.toFixed(1)} ms early, ${late.toFixed(1)} ms late; ${failed} failed; ${settled} MB early, ${last} MB late`,
  );
  if (failed > 0 || late > early * 1.5 || last > settled * 1.25) process.exitCode = 1;
}

async function residentMb({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1_000);
}

async function bytesOf(db: Database): Promise<number> {
  const [row] = await queryRows<{ bytes: number }>(
    db,
  )`select pg_database_size(current_database())::float8 bytes`;
  return row?.bytes ?? 0;
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile()
        ? ((await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0)
        : 0,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
