import { createClient } from '@memory/client';
import type { JobsReport } from '@memory/contracts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { startServer, type ServerProcess } from '../host/child-process.ts';
import { recordFigure } from './support/record-figure.ts';
import { prepareDataDir } from '../host/migrated-pglite.ts';

const CALLERS = 8;

export interface KillsFigures {
  kills: number;
  /** Memories, updates and deletions that the service had acknowledged. */
  acknowledged: number;
  /** Of those, what was not there any more after the last start. */
  lost: string[];
  /** Work of all kinds that was not done, or given up, in the end. */
  undone: number;
  /** Memories with an edge to another one whose file they share: most, since some are not alike enough for one. */
  related: number;
  /** Memories with two edges of one kind to the same one. */
  doubled: string[];
  /** From the start of the process to its readiness, in milliseconds. */
  restartsMs: number[];
}

/**
 * Kills the local service again and again (SIGKILL) while eight callers store, update, delete and search, and starts it
 * anew; then looks for all that it had acknowledged, and waits until the background work is done.
 * @param random 0..1, of when to kill
 * @param options.memoriesMax from then on the callers search instead of storing: each memory is background work to wait for
 */
export async function killUnderLoad(
  kills: number,
  random: () => number,
  {
    memoriesMax = Infinity,
    onKill,
  }: {
    memoriesMax?: number;
    onKill?: (after: { kill: number; acknowledged: number; restartMs: number }) => void;
  } = {},
): Promise<KillsFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-kills-'));
  const DATA_DIR = join(folder, 'data');
  await prepareDataDir(DATA_DIR);
  const settings = {
    DATA_DIR,
    LOG_LEVEL: 'SILENT',
    MEMORY_ID_FORM: 'A',
    RATE_WRITE_PER_MINUTE: '1000000',
    RATE_READ_PER_MINUTE: '1000000',
  };
  /** Each memory as it must be: its narrative, or null when it was deleted. One that was asked for and not answered may be either. */
  const promised = new Map<string, { narrative: string | null; asked?: string | null }>();
  const restartsMs: number[] = [];
  let acknowledged = 0;
  let key = '';
  let number = 0;

  const start = async () => {
    const startedAt = performance.now();
    const server = await startServer(settings);
    restartsMs.push(Math.round(performance.now() - startedAt));
    key ||= /wm_live_\w+/u.exec(server.output())?.[0] ?? '';
    return server;
  };

  async function call(server: ServerProcess, caller: number, isStopping: () => boolean): Promise<void> {
    const client = createClient({ url: server.url, key });
    const own: string[] = [];
    while (!isStopping()) {
      number += 1;
      const narrative = `Caller ${caller} keeps fact ${number} about retries of the queue.`;
      const id = own.at(-1);
      const known = id === undefined ? undefined : promised.get(id);
      if (id !== undefined && known && number % 5 === 0) {
        known.asked = narrative;
        await client.updateMemory({ path: { ref: id }, body: { narrative } });
        promised.set(id, { narrative });
      } else if (id !== undefined && known && number % 7 === 0) {
        own.pop();
        known.asked = null;
        await client.deleteMemory({ path: { ref: id } });
        promised.set(id, { narrative: null });
      } else if (number % 4 === 0 || promised.size >= memoriesMax) {
        await client.searchMemories({ body: { query: 'retries of the queue', limit: 5 } });
        acknowledged -= 1;
      } else {
        const memory = await client.storeMemory({
          body: { title: `Fact ${number}`, narrative, source_files: ['src/queue.ts'] },
        });
        promised.set(memory.id, { narrative });
        own.push(memory.id);
      }
      acknowledged += 1;
    }
  }

  let server = await start();
  for (let kill = 0; kill < kills; kill += 1) {
    let stopping = false;
    const before = acknowledged;
    const callers = Promise.allSettled(
      Array.from({ length: CALLERS }, (_, caller) => call(server, caller, () => stopping)),
    );
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1_500));
    // A busy machine may not have answered yet.
    const isAnswered = () => acknowledged > before || promised.size >= memoriesMax;
    for (const endsAt = Date.now() + 20_000; !isAnswered() && Date.now() < endsAt;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    stopping = true;
    await server.stop('SIGKILL');
    await callers;
    server = await start();
    onKill?.({ kill: kill + 1, acknowledged, restartMs: restartsMs.at(-1) ?? 0 });
  }

  const client = createClient({ url: server.url, key });
  const lost: string[] = [];
  for (const [id, { narrative, asked }] of promised) {
    const found = await client.getMemory({ path: { ref: id } }).then(
      (memory) => memory.narrative,
      () => null,
    );
    if (found !== narrative && (asked === undefined || found !== asked)) lost.push(id);
  }
  const { operatorToken } = JSON.parse(await readFile(join(DATA_DIR, 'lock'), 'utf8')) as {
    operatorToken: string;
  };
  const undone = async () => {
    const reply = await fetch(server.url + OPERATIONS_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}` },
      body: JSON.stringify({ operation: 'showJobs', input: {} }),
    });
    const { pending, dead } = ((await reply.json()) as { result: JobsReport }).result;
    return pending.embedding + pending.discovery + dead.count;
  };
  let left = await undone();
  for (const endsAt = Date.now() + 180_000; left > 0 && Date.now() < endsAt; left = await undone())
    await new Promise((resolve) => setTimeout(resolve, 500));
  let related = 0;
  const doubled: string[] = [];
  for (const [id, { narrative }] of promised) {
    const memory =
      narrative === null ? undefined : await client.getMemory({ path: { ref: id } }).catch(() => undefined);
    if (!memory) continue;
    const pairs = [...memory.outgoing_relationships, ...memory.incoming_relationships]
      .filter(({ discovery_method }) => discovery_method === 'file_overlap')
      .map((edge) => [edge.source_memory_id, edge.target_memory_id].toSorted().join());
    if (pairs.length > 0) related += 1;
    if (new Set(pairs).size < pairs.length) doubled.push(id);
  }
  await server.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
  return { kills, acknowledged, lost, undone: left, related, doubled, restartsMs: restartsMs.slice(1) };
}

/** Fifty kills, printed (KILLS: another number, KILLS_SEED: other moments). */
export async function benchKills(): Promise<void> {
  let seed = Number(process.env['KILLS_SEED'] ?? 1);
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const { restartsMs, ...figures } = await killUnderLoad(Number(process.env['KILLS'] ?? 50), random, {
    // Each memory is work to wait for in the end.
    memoriesMax: 400,
    onKill: (after) => console.log(Object.values(after).join(' | ')),
  });
  recordFigure('kills lost', figures.lost.length);
  const sorted = restartsMs.toSorted((a, b) => a - b);
  console.table([
    {
      ...figures,
      lost: figures.lost.length,
      doubled: figures.doubled.length,
      'restart p50 ms': sorted[Math.floor(sorted.length / 2)],
      'restart max ms': sorted.at(-1),
    },
  ]);
}
