import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService } from '@memory/service/node';
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import { readConfig } from '@memory/service';
import { UNLIMITED_RATES } from '../../host/unlimited-rates.ts';

/** A local service with its defaults on a folder of its own, whose jobs run when the queue is drained. */
export async function startStoryService() {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-bench-'));
  const queue = createLocalJobQueue({ background: false });
  const service = await startLocalService(
    readConfig({ ...UNLIMITED_RATES, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'SILENT' }),
    { queue },
  );
  return {
    service,
    queue,
    async [Symbol.asyncDispose]() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
