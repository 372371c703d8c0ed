import { randomBytes } from 'node:crypto';
import module from 'node:module';
import { resolve } from 'node:path';
import { createWorkspace, type Services } from '@memory/core';
import { listWorkspaces } from '@memory/db';
import type { Config } from '@memory/runtime';
import { backUpBeforeUpgrade, noteVersion } from './back-up-before-upgrade.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { followGraphChanges } from './follow-graph-changes.ts';
import { startLocalService } from './start-local-service.ts';
import { printable } from '@memory/text/printable';

/**
 * Serves until it is told to stop.
 * @param options.quiet no welcome and no first workspace: what is printed goes to a log, where no key belongs
 * @throws with a message for whoever started it
 */
export async function serve(config: Config, { quiet = false }: { quiet?: boolean } = {}): Promise<void> {
  const operatorToken = randomBytes(24).toString('base64url');
  const lock = await lockDataDir(config.DATA_DIR, operatorToken);
  try {
    if (!config.DATABASE_URL) await backUpBeforeUpgrade(config.DATA_DIR);
    const service = await startLocalService(config, { operatorToken });
    if (!config.DATABASE_URL) await noteVersion(config.DATA_DIR);
    await lock.announce(service.url);
    if (!quiet)
      printWelcome({
        url: service.url,
        data: config.DATABASE_URL ? 'DATABASE_URL' : resolve(config.DATA_DIR),
        key: await firstKey(service.services),
      });
    // Since the process began.
    console.log(printable(`Ready after ${(performance.now() / 1_000).toFixed(1)} s. Ctrl-C stops it.`));
    (module as Partial<typeof module>).flushCompileCache?.();
    const stopFollowing = followGraphChanges(service.services);
    await stopSignal();
    stopFollowing();
    console.log('Stopping …');
    await service.close();
  } finally {
    await lock.release();
  }
}

/** On the first start there is a workspace to begin with; its key is shown this once. */
async function firstKey(services: Services): Promise<string | undefined> {
  if ((await listWorkspaces(services.db, { limit: 1, after: null })).length > 0) return undefined;
  const { key } = await createWorkspace(services, { name: 'default', language: 'english' });
  return key;
}

function printWelcome({ url, data, key }: { url: string; data: string; key: string | undefined }): void {
  console.log(
    printable(`Workspace Memory
  REST   ${url}/api/v1   (description: ${url}/api/v1/openapi.json)
  MCP    ${url}/mcp?profile=core   (every tool: ${url}/mcp)
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
