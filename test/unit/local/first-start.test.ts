import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { createClient } from '@memory/client';
import { inheritedEnvironment, startServer } from '../../support/child-process.ts';
import { verifies } from '../../support/verifies.ts';

const MAIN = new URL('../../../packages/local/src/main.ts', import.meta.url).pathname;

/** Among the first and among the last files of a database that is made. */
const MOMENTS = ['PG_VERSION', 'base/5'];

verifies(
  'local.first-start',
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'memory-first-start-'));
    try {
      for (const moment of MOMENTS) {
        const child = spawn(process.execPath, [MAIN], {
          env: { ...inheritedEnvironment(), DATA_DIR, PORT: '0', LOG_LEVEL: 'SILENT' },
          stdio: 'ignore',
        });
        const exited = once(child, 'exit');
        const isReached = async () =>
          (await readdir(DATA_DIR)).some(
            (name) => name.startsWith('database') && existsSync(join(DATA_DIR, name, moment)),
          );
        await vi.waitUntil(isReached, { timeout: 60_000, interval: 5 });
        child.kill('SIGKILL');
        expect(await exited).toEqual([null, 'SIGKILL']);
      }
      await using server = await startServer({ DATA_DIR, LOG_LEVEL: 'SILENT' });
      const key = /wm_live_\w+/u.exec(server.output())?.[0] ?? '';
      const client = createClient({ url: server.url, key });
      const { id } = await client.storeMemory({ body: { title: 'First', narrative: 'The first memory.' } });
      expect(await client.getMemory({ path: { ref: id } })).toMatchObject({ title: 'First' });
      expect(existsSync(join(DATA_DIR, 'database.new'))).toBe(false);
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  },
  { timeoutMs: 240_000 },
);
