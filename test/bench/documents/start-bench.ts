import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { startLocalService } from '@memory/service/node';
import { readConfig } from '@memory/service';
import { startStackHost } from '../../host/stack-host.ts';
import { synthesize } from '../../host/stack/synthesize.ts';
import { UNLIMITED_RATES } from '../../host/unlimited-rates.ts';

/** The bench's service, whichever way it runs. */
export interface Bench extends AsyncDisposable {
  client: Client;
  /** Environment of the command, which is a process of its own. */
  environment: Record<string, string | undefined>;
  /** Does what is queued where nothing does it by itself. */
  work(): Promise<void>;
  /** Jobs that wait or are under way. */
  depth(): Promise<number>;
}

/** A service with a workspace, its data below a folder: DOCUMENTS_BENCH_KEEP, an existing one, where another run may go on. */
export async function startBench(folder: string): Promise<Bench> {
  if (process.env['DOCUMENTS_BENCH_HOST'] === 'stack') {
    const host = await startStackHost({
      directory: await synthesize(),
      stackName: 'workspace-memory-dev',
    });
    const { key } = await createWorkspace(host.services, { name: 'bench', language: 'english' });
    return {
      client: createClient({ url: host.url, key }),
      environment: environmentOf(host.url, key),
      work: () => host.runJobs(),
      depth: async () => 0,
      [Symbol.asyncDispose]: () => host.close(),
    };
  }
  const kept = process.env['DOCUMENTS_BENCH_KEEP'];
  if (kept) await mkdir(path.join(kept, 'data'), { recursive: true });
  const server = process.env['TEST_DATABASE_URL'];
  const service = await startLocalService(
    readConfig({
      ...UNLIMITED_RATES,
      DATA_DIR: kept ? path.join(kept, 'data') : await mkdtemp(path.join(folder, 'data-')),
      PORT: '0',
      LOG_LEVEL: 'ERROR',
      ...(server ? { DATABASE_URL: server } : {}),
    }),
  );
  const keyFile = kept && path.join(kept, 'key');
  const known = keyFile ? await readFile(keyFile, 'utf8').catch(() => undefined) : undefined;
  const key =
    known ??
    (await createWorkspace(service.services, { name: `bench ${Date.now()}`, language: 'english' })).key;
  if (keyFile) await writeFile(keyFile, key);
  return {
    client: createClient({ url: service.url, key }),
    environment: environmentOf(service.url, key),
    work: async () => undefined,
    depth: async () =>
      (await service.queue.statistics()).reduce(
        (sum, { visible, inFlight, delayed }) => sum + visible + inFlight + delayed,
        0,
      ),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

const environmentOf = (url: string, key: string) => ({
  ...process.env,
  WORKSPACE_MEMORY_URL: url,
  WORKSPACE_MEMORY_API_TOKEN: key,
});
