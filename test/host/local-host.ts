import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService, type LocalParts } from '@memory/service/node';
import { readConfig } from '@memory/service';
import { createTestWorkspace } from './create-workspace.ts';
import { openMigratedPglite } from './migrated-pglite.ts';
import { createRenewableJobQueue } from './renewable-job-queue.ts';
import type { TestHost } from './test-host.ts';
import { UNLIMITED_RATES } from './unlimited-rates.ts';

/** The service on an embedded database in memory, its jobs run only when a test drains the queue. */
export async function startLocalHost(
  settings: Record<string, string> = {},
  parts: Omit<LocalParts, 'queue'> = {},
): Promise<TestHost> {
  const config = readConfig({
    ...UNLIMITED_RATES,
    KEY_ENVIRONMENT: 'test',
    LOG_LEVEL: 'SILENT',
    PORT: '0',
    ...settings,
  });
  const queue = createRenewableJobQueue();
  const ownFolder =
    parts.uploadFolder === undefined ? await mkdtemp(join(tmpdir(), 'workspace-memory-uploads-')) : undefined;
  const local = await startLocalService(config, {
    ...parts,
    database: parts.database ?? (await openMigratedPglite()),
    ...(ownFolder === undefined ? {} : { uploadFolder: ownFolder }),
    queue,
  });
  return {
    url: local.url,
    services: local.services,
    createWorkspace: () => createTestWorkspace(local.services),
    form: config.MEMORY_ID_FORM,
    runJobs: (...only) => queue.drain({ skipDelays: true, only: only.length > 0 ? only : undefined }),
    forgetJobs: () => queue.renew(),
    close: async () => {
      await local.close();
      if (ownFolder !== undefined) await rm(ownFolder, { recursive: true, force: true });
    },
  };
}
