import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
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

    // Background work goes when nobody asks, or when its patience has ended.
    const standing = new FairTurns(1, { patienceMs: 20 });
    const held = Promise.withResolvers<void>();
    const request = inTurnOf('e', () => standing.take(() => held.promise));
    const behind = (name: string, options = {}) =>
      inBackground(() => standing.take(async () => void order.push(name)), options);
    const waiting = [behind('patient', { patienceMs: 60_000 }), behind('usual')];
    await sleep(40);
    held.resolve();
    await Promise.all([request, ...waiting]);
    expect(order.slice(-2)).toEqual(['usual', 'patient']);
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
