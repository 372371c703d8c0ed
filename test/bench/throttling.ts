import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbedder, type Embedder } from '@memory/providers/embedder';
import { JOB_ATTEMPTS, jobs } from '@memory/contracts';
import type { WorkspaceId } from '@memory/db';
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import { createServices, readConfig } from '@memory/service';
import { generateEmbedding } from '../../functions/jobs.ts';
import { AwsError } from '../aws-stand-in/aws-error.ts';
import { startAwsStandIn } from '../aws-stand-in/start-aws-stand-in.ts';
import { createTestWorkspace } from '../host/create-workspace.ts';
import { openMigratedPglite } from '../host/migrated-pglite.ts';
import { insertTexts } from './support/fill-workspace.ts';
import { realisticTexts } from './support/realistic-texts.ts';

/** Memories that one import brings (THROTTLING_MEMORIES: another number). */
const MEMORIES = Number(process.env['THROTTLING_MEMORIES'] ?? 20_000);

/** Calls a second that the account may make: the 2,000 a minute of Titan's quota (THROTTLING_RATE: another number). */
const RATE = Number(process.env['THROTTLING_RATE'] ?? 33);

/** Tokens left at once after a quiet time: the bucket of a second. */
const BURST = RATE;

/**
 * An import of many memories where the model's quota is far below what the workers ask for: five workers with a client of
 * their own, as five environments of Lambda have, and a queue with SQS's receipts and visibility.
 */
export async function benchThrottling(): Promise<void> {
  let tokens = BURST;
  let refilledAt = performance.now();
  let calls = 0;
  let refused = 0;
  const stand = await startAwsStandIn({
    authorize: ({ service }) => {
      if (service !== 'bedrock') return;
      calls += 1;
      const now = performance.now();
      tokens = Math.min(BURST, tokens + ((now - refilledAt) / 1_000) * RATE);
      refilledAt = now;
      if (tokens >= 1) return void (tokens -= 1);
      refused += 1;
      throw new AwsError('ThrottlingException', 429, 'Too many requests, please wait before trying again.');
    },
  });
  Object.assign(process.env, {
    AWS_REGION: stand.clientConfig.region,
    AWS_ACCESS_KEY_ID: stand.clientConfig.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stand.clientConfig.credentials.secretAccessKey,
    AWS_ENDPOINT_URL: stand.url,
  });
  const { batchSize, concurrency, timeoutSeconds } = jobs.generateEmbedding;
  const queue = createLocalJobQueue();
  const services = await createServices(readConfig({ LOG_LEVEL: 'SILENT', KEY_ENVIRONMENT: 'test' }), {
    database: await openMigratedPglite(),
    queue,
    embeddingProvider: {
      embedder: inTurns(
        Array.from({ length: concurrency }, () =>
          createEmbedder({ provider: 'bedrock-titan', dimensions: 256 }),
        ),
      ),
      embedQuery: async () => ({ degraded: 'embed_timeout' }),
    },
  });
  const workspaceId = (await createTestWorkspace(services)).id as WorkspaceId;
  const ids = await insertTexts(services.db, workspaceId, realisticTexts(MEMORIES));
  await queue.send(
    'generateEmbedding',
    ids.map((memoryId) => ({ body: { workspaceId, memoryId } })),
  );
  const startedAt = performance.now();
  queue.consume('generateEmbedding', (event) => generateEmbedding(event, { services }), {
    batchSize,
    concurrency,
    maxReceiveCount: JOB_ATTEMPTS,
    visibilityTimeoutSeconds: 6 * timeoutSeconds,
    backoff: { baseMs: 6 * timeoutSeconds * 1_000, limitMs: 6 * timeoutSeconds * 1_000 },
  });
  const seconds = () => (performance.now() - startedAt) / 1_000;
  for (;;) {
    await sleep(2_000);
    const state = (await queue.statistics()).find((each) => each.queue === 'generateEmbedding');
    if (!state) throw new Error('There is no queue of embeddings.');
    const left = state.visible + state.inFlight + state.delayed;
    process.stderr.write(`\r${seconds().toFixed(0)} s, ${left} to do, ${state.deadLetters} dead   `);
    if (left > 0) continue;
    const quotaSeconds = (MEMORIES - BURST) / RATE;
    console.log(
      `\n${MEMORIES} memories at ${RATE} calls a second: ${seconds().toFixed(0)} s, ` +
        `${(seconds() / quotaSeconds).toFixed(2)} of the quota's time; ${calls} calls, ${refused} refused; ` +
        `${state.deadLetters} dead letters, ${state.failures} failed deliveries`,
    );
    break;
  }
  await stand.close();
  process.exit();
}

/** One embedder that gives each batch to one that is free, as Lambda gives it to an environment that is. */
function inTurns(embedders: readonly Embedder[]): Embedder {
  const free = [...embedders];
  const [first] = embedders;
  if (!first) throw new Error('There must be an embedder.');
  return {
    ...first,
    async embed(...args) {
      const one = free.pop() ?? first;
      try {
        return await one.embed(...args);
      } finally {
        if (!free.includes(one)) free.push(one);
      }
    },
  };
}
