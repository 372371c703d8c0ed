import { JOB_ATTEMPTS, jobEntries } from '@memory/contracts';
import type { Embedding } from '@memory/core';
import type { Database } from '@memory/db';
import { createLocalJobQueue, type LocalJobQueue } from '@memory/providers/job-queue/local';
import type { ObjectStore } from '@memory/providers/object-store';
import { createServices, readConfig, type Runtime } from '@memory/service';
import { loadJobHandler } from '../../../functions/any-job.ts';

export interface Pipeline {
  services: Runtime;
  queue: LocalJobQueue;
  /** Runs what is due and, if asked, what waits for its delay or its next attempt. */
  drain(options?: { skipDelays?: boolean }): Promise<void>;
  /** Begins as a process does after another has died, and does all that is left to do. */
  resume(): Promise<void>;
}

export interface PipelineOptions {
  db: Database;
  /** The only one whose messages are handled; those of others, which tests share the database with, count as done. */
  workspaceId?: string;
  objects?: ObjectStore;
  provider?: Embedding['provider'];
  settings?: Record<string, string>;
  /** Between the jobs and the world, to break things. */
  wrap?: (services: Runtime) => Runtime;
}

/** The jobs of a process of its own, with its own queue, on a database that others may use too. */
export async function openPipeline({
  db,
  workspaceId,
  objects,
  provider,
  settings = {},
  wrap = (services) => services,
}: PipelineOptions): Promise<Pipeline> {
  const queue = createLocalJobQueue({ background: false });
  const config = readConfig({ LOG_LEVEL: 'SILENT', KEY_ENVIRONMENT: 'test', ...settings });
  const services = wrap(
    await createServices(config, {
      database: { db, close: async () => undefined },
      queue,
      ...(objects ? { objects } : {}),
      ...(provider ? { embeddingProvider: provider } : {}),
    }),
  );
  const isWanted = ({ body }: { body: string }): boolean => {
    const { workspaceId: named = workspaceId } = JSON.parse(body) as { workspaceId?: string };
    return workspaceId === undefined || named === workspaceId;
  };
  for (const [name, { batchSize }] of jobEntries)
    queue.consume(
      name,
      async ({ Records }) =>
        (await loadJobHandler(name))({ Records: Records.filter(isWanted) }, { services }),
      { batchSize, maxReceiveCount: JOB_ATTEMPTS, concurrency: 1 },
    );
  return {
    services,
    queue,
    drain: (options) => queue.drain(options),
    async resume() {
      await queue.send('sweepWorkspaces', [{ body: { restart: true } }]);
      await queue.drain({ skipDelays: true });
    },
  };
}
