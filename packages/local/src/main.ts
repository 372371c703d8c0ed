/** `npm start`: prepares the process, then loads the service. */
import { join } from 'node:path';
import { LOCAL_DEFAULTS, readConfig } from '@memory/runtime/config';
import { printable } from '@memory/text/printable';
import { keepToOwner } from './keep-to-owner.ts';
import { loadQuickly } from './load-quickly.ts';

process.env['TZ'] = 'UTC';
// What this process writes is nobody else's to read, wherever it lies.
process.umask(0o077);

try {
  const config = readConfig({ ...LOCAL_DEFAULTS, ...process.env });
  const { isOurs } = await keepToOwner(config.DATA_DIR);
  loadQuickly(isOurs ? join(config.DATA_DIR, 'cache') : undefined);
  const { serve } = await import('./serve.ts');
  await serve(config);
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig({ ...LOCAL_DEFAULTS, ...process.env });
  const operatorToken = randomBytes(24).toString('base64url');
  const lock = await lockDataDir(config.DATA_DIR, operatorToken);
  try {
    const service = await startLocalService(config, { operatorToken });
    await lock.announce(service.url);
    const key = await firstKey(service.services);
    printWelcome({
      url: service.url,
      data: config.DATABASE_URL ? 'DATABASE_URL' : resolve(config.DATA_DIR),
      key,
    });
    console.log(
      printable(`Ready after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s. Ctrl-C stops it.`),
    );
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
