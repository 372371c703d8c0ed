import { expect, onTestFinished, vi } from 'vitest';
import { FairTurns, inBackground, inTurnOf, takeTurnsWith } from '../../packages/db/src/fair-turns.ts';
import { verifies } from '../support/verifies.ts';

verifies(
  'fairness.database-in-turn',
  async () => {
    const turns = new FairTurns(1);
    const order: string[] = [];
    const ask = (caller: string, fails = false) =>
      inTurnOf(caller, () =>
        turns.take(async () => {
          order.push(caller);
          await Promise.resolve();
          if (fails) throw new Error('The work failed.');
        }),
      );
    const asked = [...Array.from({ length: 4 }, () => ask('a')), ask('b', true), ask('c'), ask('b')];
    const outcomes = await Promise.allSettled(asked);
    // The first was free to go; then each in turn, and who asked for much comes last.
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    await ask('d');
    expect(order.at(-1)).toBe('d');
  },
  { title: 'one turn each' },
);

verifies(
  'fairness.database-in-turn',
  async () => {
    const turns = new FairTurns(1);
    const order: string[] = [];
    const ask = (key: string, workspace: string) =>
      inTurnOf(key, () => {
        takeTurnsWith(workspace);
        return turns.take(async () => {
          order.push(key);
          await Promise.resolve();
        });
      });
    const many = ['a1', 'a2', 'a3'].flatMap((key) => [ask(key, 'a'), ask(key, 'a')]);
    await Promise.all([...many, ask('b1', 'b'), ask('b1', 'b')]);
    // The first was free to go; then each workspace in turn, and in the first one each of its keys.
    expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b1', 'a3', 'a2', 'a3']);
  },
  { title: 'many keys of one workspace have its turns' },
);

verifies('fairness.share-of-jobs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = new FairTurns(1, { isShared: true });
  const sleep = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
  const took = { requests: 0, jobs: 0 };
  let longestWait = 0;
  const statement = async (kind: keyof typeof took, ms: number) => {
    const askedAt = performance.now();
    await turns.take(async () => {
      if (kind === 'requests') longestWait = Math.max(longestWait, performance.now() - askedAt);
      await sleep(ms);
      took[kind] += ms;
    });
  };
  /** Jobs' part of ten seconds. */
  const partOf = async (pauseMs: number, callers: number, sinceMs = Infinity) => {
    Object.assign(took, { requests: 0, jobs: 0 });
    longestWait = 0;
    const until = performance.now() + 10_000;
    const isOver = () => performance.now() >= until;
    const request = (key: string) =>
      inTurnOf(key, async () => {
        while (!isOver()) {
          await statement('requests', 5);
          await sleep(pauseMs);
        }
      });
    const job = (background = {}) =>
      inBackground(async () => {
        while (!isOver()) await statement('jobs', 20);
      }, background);
    const all = [
      ...Array.from({ length: callers }, (_, at) => request(`key ${at}`)),
      job(),
      job({ sinceMs }),
    ];
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all(all);
    return took.jobs / 10_000;
  };
  expect(await partOf(0, 8)).toBeCloseTo(0.25, 1);
  // Seven others and one job.
  expect(longestWait).toBeLessThanOrEqual(7 * 5 + 20);
  // Time that requests leave between their statements is not lost.
  expect(await partOf(50, 2)).toBeCloseTo(0.25, 1);
  expect(await partOf(0, 8, Date.now() - 10_000)).toBeCloseTo(0.5, 1);
  expect(await partOf(0, 8, Date.now() - 60_000)).toBeCloseTo(0.67, 1);
  expect(await partOf(0, 0)).toBeGreaterThan(0.99);

  // The patient let everything go before, also a job that came later.
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const request = inTurnOf('e', () => turns.take(() => held.promise));
  const behind = (name: string, options = {}) =>
    inBackground(() => turns.take(async () => void order.push(name)), options);
  const waiting = [behind('patient', { patienceMs: 60_000 }), behind('usual')];
  held.resolve();
  await vi.advanceTimersByTimeAsync(50_000);
  await Promise.all([request, ...waiting]);
  expect(order).toEqual(['usual', 'patient']);
});
