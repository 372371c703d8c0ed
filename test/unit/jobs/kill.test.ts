import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Memory, MemoryDetail } from '@memory/contracts';
import { prepareDataDir } from '../../host/migrated-pglite.ts';
import { portion } from '../../support/portion.ts';
import { verifiesWith } from '../../support/verifies.ts';

const MAIN = new URL('../../../packages/service/src/hosts/node/main.ts', import.meta.url).pathname;

/** Memories that are acknowledged when it is killed: others are on their way then. */
const KILLED_AFTER = portion(20, 10);

type Child = ChildProcessByStdio<null, Readable, null>;

interface Server {
  url: string;
  /** Printed at the first start only. */
  key: string | undefined;
  kill(): Promise<void>;
}

/** `npm start` on a data directory of its own. */
async function start(dataDir: string): Promise<Server> {
  const child: Child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'SILENT', MEMORY_ID_FORM: 'A' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Ready')) break;
  }
  const text = lines.join('\n');
  const exited = once(child, 'exit');
  return {
    url: /http:\/\/[\d.]+:\d+/u.exec(text)?.[0] ?? '',
    key: /wm_live_\S+/u.exec(text)?.[0],
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const verifies = verifiesWith(
  test.extend<{ dataDir: string }>({
    dataDir: async ({ task: _task }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'memory-kill-'));
      await prepareDataDir(join(folder, 'data'));
      await use(join(folder, 'data'));
      await rm(folder, { recursive: true, force: true });
    },
  }),
);

verifies(
  ['jobs.local.resumes', 'jobs.crash.exactly-once', 'local.restart'],
  async ({ dataDir }) => {
    const first = await start(dataDir);
    const headers = { authorization: `Token ${first.key}`, 'content-type': 'application/json' };
    const acknowledged = new Set<string>();
    // Stored as fast as they are taken, and killed in the middle: embeddings and discoveries are under way then.
    const storing = Array.from({ length: portion(60, 30) }, async (_, number) => {
      const body = JSON.stringify({
        title: `Note ${number}`,
        narrative: `Worker ${number} retries a failed message five times.`,
        source_files: ['src/queue.ts'],
      });
      const reply = await fetch(`${first.url}/api/v1/memories/store`, { method: 'POST', headers, body });
      if (reply.status === 201) acknowledged.add(((await reply.json()) as Memory).title);
      if (acknowledged.size === KILLED_AFTER) void first.kill();
    });
    await Promise.allSettled(storing);
    await first.kill();
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLED_AFTER);

    const second = await start(dataDir);
    const get = async <Body>(path: string) =>
      (await (await fetch(second.url + path, { headers })).json()) as Body;
    const list = () => get<Memory[]>('/api/v1/memories/?limit=500');
    await expect
      .poll(async () => (await list()).filter(({ content_hash }) => content_hash === null).length, {
        timeout: 120_000,
        interval: 250,
      })
      .toBe(0);
    const memories = await list();
    expect(memories.map(({ title }) => title)).toEqual(expect.arrayContaining([...acknowledged]));
    // All share a file: each is discovered when it has an edge by it, and each pair has one such edge.
    const edgesOf = async ({ id }: Memory) => {
      const detail = await get<MemoryDetail>(`/api/v1/memories/${id}`);
      return [...detail.outgoing_relationships, ...detail.incoming_relationships].filter(
        ({ discovery_method }) => discovery_method === 'file_overlap',
      );
    };
    for (const memory of memories) {
      await expect
        .poll(async () => (await edgesOf(memory)).length, { timeout: 120_000, interval: 250 })
        .toBeGreaterThan(0);
      const edges = await edgesOf(memory);
      const pairs = edges.map((edge) => [edge.source_memory_id, edge.target_memory_id].toSorted().join());
      expect(new Set(pairs).size).toBe(pairs.length);
    }
    await second.kill();
  },
  { title: 'killed while memories are stored, the server goes on where it was', timeoutMs: 300_000 },
);
