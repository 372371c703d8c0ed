import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  isUploadWaiting,
  areSearchChangesNoted,
  keepSearchIndexes,
  listOpenUploadKeys,
  migrate,
  openDatabase,
  type Database,
  type OpenDatabase,
} from '@memory/db';
import { createLocalJobQueue, type LocalJobQueue } from '@memory/providers/job-queue/local';
import { createLocalObjectStore, type LocalObjectStore } from '@memory/providers/object-store/local';
import { createServices, databaseConfig, type Runtime, type RuntimeParts } from '../../create-services.ts';
import { requirePublicUrl, type Config } from '../../config/config.ts';
import { ConsoleHost } from './console/console-host.ts';
import { ConsoleSessions } from './console/console-sessions.ts';
import { createGateway, UPLOADS_PATH, type GatewayParts } from './gateway/gateway.ts';
import { startJobLoop } from './job-loop.ts';
import { knownNames } from './gateway/callers.ts';
import { uploadSecret } from './upload-secret.ts';

export interface LocalService {
  url: string;
  services: Runtime;
  queue: LocalJobQueue;
  /** Calls whenever a request or a job has begun or ended. */
  onWork(listener: () => void): void;
  consoleLink(): string;
  close(): Promise<void>;
}

export interface LocalParts extends Omit<RuntimeParts, 'queue'> {
  queue?: LocalJobQueue;
  /** Where uploads are kept until they are read; beside the data when absent. */
  uploadFolder?: string;
  operatorToken?: string;
  /** Where the sessions of the console are kept; absent: nowhere, so that they end with the process. */
  consoleSessionsFile?: string;
  limits?: GatewayParts['limits'];
  /** Called when requests are answered and before the first jobs, whose log lines would stand above a banner. */
  onReady?(service: LocalService): Promise<void>;
}

/**
 * The whole service in one process: database, gateway and job workers. Beside the queues of a stack it answers requests alone: the
 * stack migrates, works and keeps the times, and uploads go to its bucket. Resolves when it answers.
 */
export async function startLocalService(config: Config, parts: LocalParts = {}): Promise<LocalService> {
  requirePublicUrl(config);
  const database: OpenDatabase = parts.database ?? (await openDatabase(databaseConfig(config)));
  const isOfStack = config.JOB_QUEUE_PREFIX !== undefined;
  if (!isOfStack) await migrate(database.db);
  await database.tune?.();
  if (!isOfStack || (await areSearchChangesNoted(database.db))) keepSearchIndexes(database.db);
  const queue = parts.queue ?? createLocalJobQueue();
  let url = '';
  const uploads = isOfStack
    ? undefined
    : await localUploads(parts.uploadFolder ?? join(config.DATA_DIR, 'uploads'), {
        db: database.db,
        queue,
        uploadUrl: () => url + UPLOADS_PATH,
      });
  const services = await createServices(config, {
    ...(uploads ? { objects: uploads } : {}),
    ...parts,
    database,
    queue: isOfStack ? undefined : queue,
  });
  const listeners: (() => void)[] = [];
  const noteWork = () => {
    for (const listener of listeners) listener();
  };
  const jobs = isOfStack ? undefined : await startJobLoop(queue, services, database, noteWork);
  const operatorToken = parts.operatorToken ?? randomBytes(24).toString('base64url');
  const sessions = await ConsoleSessions.open(services, parts.consoleSessionsFile);
  const consoleHost = new ConsoleHost({ sessions, services, config });
  const server = createGateway(services, {
    operatorToken,
    console: consoleHost,
    uploads,
    noteWork,
    isKnownName: knownNames(config),
    limits: parts.limits,
  });
  server.listen(config.PORT, config.HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  url = `http://${host}:${port}`;
  const service: LocalService = {
    url,
    services,
    queue,
    onWork: (listener) => void listeners.push(listener),
    consoleLink: () => consoleHost.link(url),
    async close() {
      server.close();
      server.closeIdleConnections();
      await jobs?.stop();
      server.closeAllConnections();
      await services.close();
    },
  };
  await parts.onReady?.(service);
  await jobs?.resume();
  return service;
}

async function localUploads(
  folder: string,
  { db, queue, uploadUrl }: { db: Database; queue: LocalJobQueue; uploadUrl: () => string },
): Promise<LocalObjectStore> {
  const uploads = createLocalObjectStore({
    folder,
    secret: await uploadSecret(folder),
    uploadUrl,
    accepts: (key) => isUploadWaiting(db, key),
    // In AWS the bucket sends this event to the queue.
    onCreated: (key) => queue.send('ingestUpload', [{ body: { Records: [{ s3: { object: { key } } }] } }]),
  });
  // In AWS the bucket forgets by itself.
  await uploads.deleteExcept(await listOpenUploadKeys(db));
  return uploads;
}
