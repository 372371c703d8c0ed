import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@memory/client';
import { createWorkspace, type Services } from '@memory/core';
import { readConfig } from '@memory/service';
import { startLocalService, type LocalParts } from '@memory/service/node';
import { emptyPglite } from '../../host/migrated-pglite.ts';
import { createRenewableJobQueue } from '../../host/renewable-job-queue.ts';
import { builtConsole } from './build-console.ts';
import { UNLIMITED_RATES } from '../../host/unlimited-rates.ts';

export interface ConsoleService {
  url: string;
  /** A link that signs in, once. */
  link(): string;
  /** Of the workspace that the console shows. */
  client: Client;
  workspaceId: string;
  /** Of the service, for what no caller can bring about. */
  services: Services;
  key: string;
  /** Another workspace. */
  other: { workspaceId: string };
  /** The same service with a workspace of its own. */
  withWorkspace(): Promise<ConsoleService>;
  runJobs(): Promise<void>;
  operatorToken: string;
  /** Where sessions are kept. */
  sessionsFile: string;
  close(): Promise<void>;
}

/** The service itself with two workspaces. */
export async function startConsole(
  settings: Record<string, string> = {},
  parts: Pick<LocalParts, 'clock' | 'database'> & { sessionsFile?: string } = {},
): Promise<ConsoleService> {
  const config = readConfig({
    ...UNLIMITED_RATES,
    KEY_ENVIRONMENT: 'test',
    LOG_LEVEL: 'SILENT',
    PORT: '0',
    ...settings,
  });
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-console-'));
  const queue = createRenewableJobQueue();
  const operatorToken = 'the token of the operator';
  const sessionsFile = parts.sessionsFile ?? join(folder, 'console-sessions.json');
  await builtConsole();
  const service = await startLocalService(config, {
    database: parts.database ?? (await emptyPglite()),
    uploadFolder: join(folder, 'uploads'),
    queue,
    operatorToken,
    ...(parts.clock && { clock: parts.clock }),
    consoleSessionsFile: sessionsFile,
  });
  const create = (name: string) => createWorkspace(service.services, { name, language: 'english' });
  const first = await create('console');
  const { workspace_id: otherId } = await create('another');
  const consoleOf = ({ workspace_id: workspaceId, key }: typeof first): ConsoleService => ({
    url: service.url,
    link: () => service.consoleLink(),
    client: createClient({ url: service.url, key }),
    workspaceId,
    services: service.services,
    key,
    other: { workspaceId: otherId },
    runJobs: () => queue.drain({ skipDelays: true, only: undefined }),
    operatorToken,
    sessionsFile,
    withWorkspace: async () => consoleOf(await create(`console ${randomUUID().slice(0, 8)}`)),
    close: () => service.close(),
  });
  return consoleOf(first);
}
