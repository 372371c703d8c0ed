import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SQSHandler } from 'aws-lambda';
import { createLocalJobQueue } from '@memory/providers/job-queue/local';
import type { SqsEvent } from '@memory/providers';

const BACKOFF = { baseMs: 1_000, limitMs: 60_000 };

/** A queue that delivers only when drained, with a clock that stands still. */
function manualQueue() {
  let nowMs = 1_000_000;
  const queue = createLocalJobQueue({ background: false, now: () => nowMs, random: () => 1 });
  return { queue, pass: (ms: number) => void (nowMs += ms) };
}

const bodies = (event: SqsEvent): unknown[] => event.Records.map(({ body }) => JSON.parse(body));
const failing = (event: SqsEvent, fails: (body: unknown) => boolean) => ({
  batchItemFailures: event.Records.filter(({ body }) => fails(JSON.parse(body))).map(({ messageId }) => ({
    itemIdentifier: messageId,
  })),
});

test('a handler written for Lambda can be given', () => {
  const handler = (async () => undefined) satisfies SQSHandler;
  expect(() => manualQueue().queue.consume('jobs', handler)).not.toThrow();
});

test('messages are delivered in batches and done when the handler says nothing', async () => {
  const { queue } = manualQueue();
  const seen: unknown[][] = [];
  queue.consume('jobs', async (event) => void seen.push(bodies(event)), { batchSize: 2 });
  await queue.send('jobs', [{ body: 1 }, { body: { n: 2 } }, { body: 3 }]);
  await queue.drain();
  expect(seen).toEqual([[1, { n: 2 }], [3]]);
  expect(await queue.statistics()).toMatchObject([
    { queue: 'jobs', visible: 0, inFlight: 0, oldestAgeSeconds: null },
  ]);
});

test('a message like one that is due and was not taken yet is that one', async () => {
  const { queue } = manualQueue();
  const seen: unknown[] = [];
  queue.consume('jobs', async (event) => {
    // Sent while its like is under way, it may ask for more than that saw.
    if (seen.push(...bodies(event)) === 1) await queue.send('jobs', [{ body: 1 }]);
  });
  await queue.send('jobs', [{ body: 1 }, { body: 1 }]);
  await queue.drain();
  expect(seen).toEqual([1, 1]);
});

test('messages wait for their handler', async () => {
  const { queue, pass } = manualQueue();
  await queue.send('jobs', [{ body: 1 }]);
  await queue.drain();
  pass(5_000);
  expect(await queue.statistics()).toMatchObject([{ visible: 1, oldestAgeSeconds: 5 }]);
  const handler = vi.fn(async () => undefined);
  queue.consume('jobs', handler);
  await queue.drain();
  expect(handler).toHaveBeenCalledTimes(1);
});

test('a message keeps what it was when it was sent', async () => {
  const { queue } = manualQueue();
  const seen: unknown[] = [];
  queue.consume('jobs', async (event) => void seen.push(...bodies(event)));
  const body = { n: 1 };
  await queue.send('jobs', [{ body }]);
  body.n = 2;
  await queue.drain();
  expect(seen).toEqual([{ n: 1 }]);
});

test('only the failed messages come again, after doubling waits', async () => {
  const { queue, pass } = manualQueue();
  const seen: unknown[] = [];
  queue.consume(
    'jobs',
    async (event) => {
      seen.push(
        ...event.Records.map(({ body, attributes }) => [
          JSON.parse(body),
          attributes.ApproximateReceiveCount,
        ]),
      );
      return failing(event, (body) => body === 'bad');
    },
    { backoff: BACKOFF, maxReceiveCount: 3 },
  );
  await queue.send('jobs', [{ body: 'good' }, { body: 'bad' }]);
  await queue.drain();
  pass(999);
  await queue.drain();
  expect(seen).toEqual([
    ['good', '1'],
    ['bad', '1'],
  ]);
  pass(1);
  await queue.drain();
  pass(1_999);
  await queue.drain();
  expect(seen.slice(2)).toEqual([['bad', '2']]);
  pass(1);
  await queue.drain();
  expect(seen.slice(3)).toEqual([['bad', '3']]);
  expect(await queue.statistics()).toMatchObject([{ delayed: 0, deadLetters: 1, failures: 3 }]);
});

test('an error of the handler fails the whole batch and stands with the dead letters', async () => {
  const { queue } = manualQueue();
  queue.consume(
    'jobs',
    () => {
      throw new TypeError('no database');
    },
    { maxReceiveCount: 2 },
  );
  await queue.send('jobs', [{ body: 1 }, { body: 2 }]);
  await queue.drain({ skipDelays: true });
  const expected = { attempts: 2, lastError: 'TypeError: no database' };
  expect(queue.deadLetters('jobs')).toMatchObject([
    { body: '1', ...expected },
    { body: '2', ...expected },
  ]);
  expect(await queue.statistics()).toMatchObject([
    { deadLetters: 2, failures: 4, lastError: 'TypeError: no database' },
  ]);
});

test('a malformed answer fails the whole batch', async () => {
  const { queue } = manualQueue();
  const counts: number[] = [];
  queue.consume('jobs', async (event) => {
    counts.push(event.Records.length);
    return { batchItemFailures: counts.length === 1 ? [{ itemIdentifier: 'unknown' }] : [] };
  });
  await queue.send('jobs', [{ body: 1 }, { body: 2 }]);
  await queue.drain({ skipDelays: true });
  expect(counts).toEqual([2, 2]);
});

test('redrive gives dead letters all their attempts again', async () => {
  const { queue } = manualQueue();
  let broken = true;
  const attempts: string[] = [];
  queue.consume(
    'jobs',
    async (event) => {
      attempts.push(event.Records[0]!.attributes.ApproximateReceiveCount);
      return failing(event, () => broken);
    },
    { maxReceiveCount: 2 },
  );
  await queue.send('jobs', [{ body: 1 }]);
  await queue.drain({ skipDelays: true });
  broken = false;
  expect(await queue.redrive('jobs')).toBe(1);
  await queue.drain();
  expect(attempts).toEqual(['1', '2', '1']);
  expect(queue.deadLetters('jobs')).toEqual([]);
});

test('a delayed message is due after its delay, and what a handler sends is delivered too', async () => {
  const { queue, pass } = manualQueue();
  const seen: unknown[] = [];
  queue.consume('first', async (event) => {
    await queue.send(
      'second',
      event.Records.map(({ body }) => ({ body: JSON.parse(body), delaySeconds: 60 })),
    );
  });
  queue.consume('second', async (event) => void seen.push(...bodies(event)));
  await queue.send('first', [{ body: 1, delaySeconds: 10 }]);
  await queue.drain();
  expect(await queue.statistics()).toMatchObject([{ queue: 'first', delayed: 1 }, { queue: 'second' }]);
  pass(10_000);
  await queue.drain();
  expect(seen).toEqual([]);
  await queue.drain({ skipDelays: true });
  expect(seen).toEqual([1]);
});

test('no more events than allowed are handled at the same time', async () => {
  const { queue } = manualQueue();
  let active = 0;
  let most = 0;
  queue.consume(
    'jobs',
    async () => {
      active += 1;
      most = Math.max(most, active);
      await new Promise(setImmediate);
      active -= 1;
    },
    { batchSize: 1, concurrency: 3 },
  );
  await queue.send(
    'jobs',
    Array.from({ length: 10 }, (_, body) => ({ body })),
  );
  await queue.drain();
  expect(most).toBe(3);
});

test('whatever fails, every message ends once: done, or dead after all its attempts', async () => {
  // Per message the deliveries that fail, or more than there are attempts.
  const failures = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 });
  const settings = fc.record({
    batchSize: fc.integer({ min: 1, max: 10 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
    maxReceiveCount: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(failures, settings, async (failuresOf, options) => {
      const { queue } = manualQueue();
      const deliveries = failuresOf.map(() => 0);
      const done = new Set<number>();
      queue.consume(
        'jobs',
        async (event) =>
          failing(event, (body) => {
            const index = Number(body);
            deliveries[index]! += 1;
            expect(done.has(index)).toBe(false);
            if (deliveries[index]! <= failuresOf[index]!) return true;
            done.add(index);
            return false;
          }),
        { ...options, backoff: BACKOFF },
      );
      await queue.send(
        'jobs',
        failuresOf.map((_, body) => ({ body })),
      );
      await queue.drain({ skipDelays: true });
      const dead = queue.deadLetters('jobs').map(({ body }) => Number(body));
      for (const [index, failed] of failuresOf.entries()) {
        const dies = failed >= options.maxReceiveCount;
        expect(deliveries[index]).toBe(dies ? options.maxReceiveCount : failed + 1);
        expect([done.has(index), dead.includes(index)]).toEqual([!dies, dies]);
      }
    }),
    { numRuns: 50 },
  );
});

describe('in the background', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const backgroundQueue = () => createLocalJobQueue({ random: () => 1 });

  test('messages are delivered without being asked for, and again after a failure', async () => {
    const queue = backgroundQueue();
    const handler = vi.fn(async (event: SqsEvent) => failing(event, () => handler.mock.calls.length === 1));
    queue.consume('jobs', handler, { backoff: BACKOFF });
    await queue.send('jobs', [{ body: 1 }, { body: 2, delaySeconds: 30 }]);
    await vi.advanceTimersByTimeAsync(999);
    expect(handler).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(handler).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(handler.mock.calls.map(([event]) => bodies(event))).toEqual([[1], [1], [2]]);
  });

  test('a handler that gives no answer loses its messages to the next attempt', async () => {
    const queue = backgroundQueue();
    const handler = vi
      .fn()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockResolvedValue(undefined);
    queue.consume('jobs', handler, { visibilityTimeoutSeconds: 30, concurrency: 1, backoff: BACKOFF });
    await queue.send('jobs', [{ body: 1 }]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await queue.statistics()).toMatchObject([{ inFlight: 1, failures: 0 }]);
    await vi.advanceTimersByTimeAsync(1_010);
    expect(handler).toHaveBeenCalledTimes(2);
    expect(await queue.statistics()).toMatchObject([
      { inFlight: 0, delayed: 0, lastError: 'Error: The handler gave no answer within 30 seconds.' },
    ]);
  });

  test('stop waits for what is under way and begins nothing more', async () => {
    const queue = backgroundQueue();
    const { promise, resolve } = Promise.withResolvers<void>();
    const handler = vi.fn(() => promise);
    queue.consume('jobs', handler, { batchSize: 1, concurrency: 1 });
    await queue.send('jobs', [{ body: 1 }, { body: 2 }]);
    await vi.advanceTimersByTimeAsync(1);
    const stopped = vi.fn();
    const stopping = queue.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(1);
    expect(stopped).not.toHaveBeenCalled();
    resolve();
    await stopping;
    await queue.send('jobs', [{ body: 3 }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(await queue.statistics()).toMatchObject([{ visible: 2 }]);
  });
});
