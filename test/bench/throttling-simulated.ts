import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { jobs } from '@memory/contracts';
import { createEmbedder, EmbedderError, type Embedder } from '@memory/providers/embedder';
import { throttledDelay } from '../../packages/core/src/embedding/embed-memories.ts';

/** Imports of these sizes (THROTTLING_MEMORIES: another). */
const SIZES = process.env['THROTTLING_MEMORIES']?.split(',').map(Number) ?? [20_000, 100_000];

/** Calls a second that the account may make: the 2,000 a minute of Titan's quota. The bucket holds those of a second. */
const RATE = 33;

/** How long the model takes. */
const CALL_MS = 90;

/** A step of the simulated clock. */
const STEP_MS = 10;

const VECTOR = Array.from({ length: 256 }, () => 1 / 16);

interface Message {
  visibleAtMs: number;
  waits: number;
  receipts: number;
}

/**
 * The same import as `throttling`, in simulated time: the embedder with the SDK's own retries and the delays of the job are real, while the
 * model, the queue and the clock are not, and nothing is stored.
 */
export async function benchThrottlingSimulated(): Promise<void> {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
  });
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.UTC(2026, 0) });
  for (const memories of SIZES) await simulate(memories);
  mock.timers.reset();
}

async function simulate(memories: number): Promise<void> {
  const begunAt = Date.now();
  const bucket = { tokens: RATE, filledAt: begunAt };
  const calls = { all: 0, refused: 0 };
  NodeHttpHandler.prototype.handle = async () => {
    calls.all += 1;
    const now = Date.now();
    bucket.tokens = Math.min(RATE, bucket.tokens + ((now - bucket.filledAt) / 1_000) * RATE);
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      calls.refused += 1;
      return answer(429, { message: 'Too many requests.' }, { 'x-amzn-errortype': 'ThrottlingException' });
    }
    bucket.tokens -= 1;
    await new Promise<void>((resolve) => setTimeout(resolve, CALL_MS));
    return answer(200, { embedding: VECTOR, inputTextTokenCount: 5 });
  };
  const { attempts, batchSize, concurrency, timeoutSeconds } = jobs.generateEmbedding;
  const queue = Array.from({ length: memories }, (): Message => ({ visibleAtMs: 0, waits: 0, receipts: 0 }));
  const totals = { embedded: 0, dead: 0 };
  // A client of its own each, as each environment of Lambda has.
  const workers = Array.from({ length: concurrency }, () =>
    work(createEmbedder({ provider: 'bedrock-titan', dimensions: 256 })),
  );
  async function work(embedder: Embedder): Promise<void> {
    while (totals.embedded + totals.dead < memories) {
      const batch = takeVisible(queue, batchSize);
      if (batch.length === 0) await new Promise<void>((resolve) => setTimeout(resolve, 1_000));
      else await deliver(embedder, batch);
    }
  }
  /** As `embedMemories` has it: what came is kept, and what was throttled is a new message. */
  async function deliver(embedder: Embedder, batch: Message[]): Promise<void> {
    const failure = await embedder
      .embed(
        batch.map(() => 'The ferry leaves at nine.'),
        'document',
      )
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof EmbedderError) return error;
          throw error;
        },
      );
    const left = failure ? batch.filter((_, index) => !failure.came.has(index)) : [];
    totals.embedded += batch.length - left.length;
    const waits = Math.max(...batch.map((message) => message.waits));
    const delaySeconds = throttledDelay(failure, waits);
    for (const message of left) {
      const receipts = delaySeconds === undefined ? message.receipts + 1 : 0;
      if (receipts === attempts) totals.dead += 1;
      else
        queue.push({
          visibleAtMs: Date.now() + 1_000 * (delaySeconds ?? 6 * timeoutSeconds),
          waits: waits + 1,
          receipts,
        });
    }
  }
  while (totals.embedded + totals.dead < memories) {
    mock.timers.tick(STEP_MS);
    await turn();
  }
  const seconds = (Date.now() - begunAt) / 1_000;
  const quotaSeconds = (memories - RATE) / RATE;
  console.log(
    `${memories} memories at ${RATE} calls a second, simulated: ${seconds.toFixed(0)} s, ` +
      `${(seconds / quotaSeconds).toFixed(2)} of the quota's time; ${calls.all} calls, ${calls.refused} refused; ` +
      `${totals.dead} dead letters`,
  );
  mock.timers.tick(1_000);
  await Promise.all(workers);
}

function takeVisible(queue: Message[], most: number): Message[] {
  const taken: Message[] = [];
  const now = Date.now();
  for (let looked = queue.length; looked > 0 && taken.length < most; looked -= 1) {
    const message = queue.shift();
    if (message && message.visibleAtMs <= now) taken.push(message);
    else if (message) queue.push(message);
  }
  return taken;
}

const answer = (statusCode: number, body: object, headers: Record<string, string> = {}) => ({
  response: {
    statusCode,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  },
});
