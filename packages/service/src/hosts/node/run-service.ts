import { join, resolve } from 'node:path';
import { createWorkspace, type Services, scheduleGraphAnalysis } from '@memory/core';
import { listWorkspaces, openDatabase } from '@memory/db';
import type { startEngine } from '@memory/db/start-engine';
import { printable } from '@memory/text/printable';
import { Rest } from '@memory/text/rest';
import type { Config } from '../../config/config.ts';
import { databaseConfig, type Runtime } from '../../create-services.ts';
import { startLocalService, type LocalService } from './start-local-service.ts';

/** After the last work: graphs that changed are analysed by then; and once the index of a workspace that nobody searches was dropped. */
const AT_REST_MS = [10_000, 16 * 60_000];

interface RunOptions {
  quiet: boolean;
  operatorToken: string;
  /** The embedded engine of the data directory, which is started already. */
  engine: ReturnType<typeof startEngine> | undefined;
  onReady(url: string): Promise<void>;
}

export async function runService(
  config: Config,
  { quiet, operatorToken, engine, onReady }: RunOptions,
): Promise<void> {
  const own = databaseConfig(config);
  const database = await openDatabase(own.driver === 'pglite' ? { ...own, started: engine } : own);
  const service = await startLocalService(config, {
    operatorToken,
    database,
    consoleSessionsFile: join(config.DATA_DIR, 'console-sessions.json'),
    async onReady({ url, services, consoleLink }) {
      await onReady(url);
      if (!quiet)
        printWelcome({
          url,
          consoleLink: consoleLink(),
          data: config.DATABASE_URL ? 'DATABASE_URL' : resolve(config.DATA_DIR),
          key: await firstKey(services),
        });
      // Since the process began.
      console.log(printable(`Ready after ${(performance.now() / 1_000).toFixed(1)} s. Ctrl-C stops it.`));
    },
  });
  // Beside the queues of a stack its schedule does.
  const stopFollowing = config.JOB_QUEUE_PREFIX
    ? undefined
    : followGraphChanges(service.services, service.onWork);
  const rest = new Rest(...AT_REST_MS);
  service.onWork(() => rest.begin());
  await stopSignal();
  stopFollowing?.();
  console.log('Stopping …');
  await service.close();
}

/** On the first start there is a workspace to begin with; its key is shown this once. */
async function firstKey(services: Services): Promise<string | undefined> {
  if ((await listWorkspaces(services.db, { limit: 1, after: null })).length > 0) return undefined;
  const { key } = await createWorkspace(services, { name: 'default', language: 'english' });
  return key;
}

interface Welcome {
  url: string;
  consoleLink: string;
  data: string;
  key: string | undefined;
}

function printWelcome({ url, consoleLink, data, key }: Welcome): void {
  console.log(
    printable(`Workspace Memory
  Look   ${consoleLink}   (for this browser, once)
  REST   ${url}/api/v1   (description: ${url}/api/v1/openapi.json)
  MCP    ${url}/mcp?profile=core   (every tool: ${url}/mcp)
  Use    npx workspace-memory setup --team ${url}   (commands in other folders; or WORKSPACE_MEMORY_URL and WORKSPACE_MEMORY_API_TOKEN)
  Data   ${data}`),
  );
  if (key)
    console.log(
      printable(`
  Key of workspace "default", shown this once (another: npm run admin -- key create):
    ${key}
`),
    );
}

/** Resolves at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
async function stopSignal(): Promise<void> {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  await promise;
}

export interface FollowOptions {
  /** Between two looks at what has changed. */
  everyMs: number;
  /** How long a graph must rest before it is analysed: a burst of changes is taken as one. */
  quietMs: number;
  /** How long a graph that never rests waits. */
  patienceMs: number;
}

/**
 * Has graphs analysed soon after they have changed; in AWS that is left to the hourly schedule. A look is one small
 * statement, and one that fails is made up for by the next. Where nothing is asked and nothing done, nobody looks.
 * @returns ends it
 */
export function followGraphChanges(
  services: Runtime,
  onWork: LocalService['onWork'],
  { everyMs, quietMs, patienceMs }: FollowOptions = { everyMs: 2_000, quietMs: 2_000, patienceMs: 30_000 },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let workedAtMs = 0;
  const look = async () => {
    // Changes until now have rested by then.
    const isLast = performance.now() - workedAtMs > quietMs + everyMs;
    try {
      await scheduleGraphAnalysis(services, { quietMs, patienceMs });
    } catch (error) {
      if (!isStopped)
        services.log.warn('Changed graphs could not be looked up', {
          error: error instanceof Error ? error.name : 'unknown',
        });
    }
    timer = undefined;
    if (!isLast) arm();
  };
  const arm = () => {
    if (!isStopped) timer ??= setTimeout(() => void look(), everyMs).unref();
  };
  const wake = () => {
    workedAtMs = performance.now();
    arm();
  };
  onWork(wake);
  // Changes that the last process left.
  wake();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
