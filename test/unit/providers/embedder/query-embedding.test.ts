import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryEmbedding } from '@memory/providers/embedder/query-embedding';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const VECTOR = [0.6, 0.8];
const OPTIONS = { timeoutMs: 100, cacheSize: 2, breaker: { failures: 2, halfOpenAfterMs: 1_000 } };

test('a vector is asked for once while it is in the cache', async () => {
  const embed = vi.fn(async () => [VECTOR]);
  const queryEmbedding = createQueryEmbedding({ embed }, OPTIONS);
  expect(await queryEmbedding('a')).toEqual({ vector: VECTOR });
  await queryEmbedding('a');
  expect(embed).toHaveBeenCalledTimes(1);
  expect(embed).toHaveBeenCalledWith(['a'], 'query', { signal: expect.any(AbortSignal) });
});

test('an embedder that does not listen to its signal is given up at the time limit', async () => {
  const signals: AbortSignal[] = [];
  const queryEmbedding = createQueryEmbedding(
    {
      embed: (_texts, _kind, options) => {
        if (options?.signal) signals.push(options.signal);
        return new Promise(() => {});
      },
    },
    OPTIONS,
  );
  const answer = queryEmbedding('a');
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toEqual({ degraded: 'embed_timeout' });
  expect(signals[0]?.aborted).toBe(true);
});

test('failures in a row open the circuit, and one success after the pause closes it', async () => {
  let down = true;
  const embed = vi.fn(async () => {
    if (down) throw new Error('refused');
    return [VECTOR];
  });
  const queryEmbedding = createQueryEmbedding({ embed }, OPTIONS);
  expect(await queryEmbedding('a')).toEqual({ degraded: 'embed_timeout' });
  expect(await queryEmbedding('b')).toEqual({ degraded: 'embed_timeout' });
  expect(await queryEmbedding('c')).toEqual({ degraded: 'embed_circuit_open' });
  expect(embed).toHaveBeenCalledTimes(2);

  await vi.advanceTimersByTimeAsync(1_000);
  expect(await queryEmbedding('d')).toEqual({ degraded: 'embed_timeout' });
  expect(await queryEmbedding('e')).toEqual({ degraded: 'embed_circuit_open' });

  down = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await queryEmbedding('f')).toEqual({ vector: VECTOR });
  expect(await queryEmbedding('g')).toEqual({ vector: VECTOR });
});

test('a query that is known is answered while the circuit is open', async () => {
  const embed = vi.fn().mockResolvedValueOnce([VECTOR]).mockRejectedValue(new Error('down'));
  const queryEmbedding = createQueryEmbedding({ embed }, OPTIONS);
  await queryEmbedding('known');
  await queryEmbedding('a');
  await queryEmbedding('b');
  expect(await queryEmbedding('c')).toEqual({ degraded: 'embed_circuit_open' });
  expect(await queryEmbedding('known')).toEqual({ vector: VECTOR });
});

test('while one query tries the provider again, the others do not wait for it', async () => {
  const embed = vi.fn().mockRejectedValueOnce(new Error('down')).mockRejectedValueOnce(new Error('down'));
  const queryEmbedding = createQueryEmbedding({ embed }, OPTIONS);
  await queryEmbedding('a');
  await queryEmbedding('b');
  await vi.advanceTimersByTimeAsync(1_000);
  const { promise, resolve } = Promise.withResolvers<number[][]>();
  embed.mockReturnValueOnce(promise);
  const trial = queryEmbedding('c');
  expect(await queryEmbedding('d')).toEqual({ degraded: 'embed_circuit_open' });
  resolve([VECTOR]);
  expect(await trial).toEqual({ vector: VECTOR });
});
