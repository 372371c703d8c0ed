import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens, splitWindows } from '../../../packages/core/src/extraction/observation-window.ts';
import { command, makeObservations, result } from './make-observations.ts';

test('windows keep every observation once, in order, within the budget', () => {
  const content = fc.string({ minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(
      fc.array(content, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 250, max: 2_000 }),
      (items, tokenBudget) => {
        const observations = makeObservations(...items);
        const windows = splitWindows(observations, { tokenBudget, windowsMax: 1_000 });
        expect(windows.flatMap(({ entries }) => entries.map(({ observation }) => observation))).toEqual(
          observations,
        );
        for (const { entries } of windows) {
          const tokens = entries.reduce((sum, { line }) => sum + estimateTokens(line), 0);
          expect(tokens).toBeLessThanOrEqual(tokenBudget);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('ten thousand observations take no more windows than allowed, and keep the beginning and the end', () => {
  const steps = Array.from({ length: 5_000 }, (_, i) => [
    command(`$ step ${i} ${'x'.repeat(900)}`),
    result('y'.repeat(900)),
  ]);
  const notes = Array.from({ length: 900 }, (_, i) => `${i} ${'note '.repeat(700)}`);
  const windows = splitWindows(makeObservations('first', ...steps.flat(), ...notes, 'last'));
  expect(windows).toHaveLength(6);
  expect(windows[0]?.entries[0]?.observation.content).toBe('first');
  expect(windows.at(-1)?.entries.at(-1)?.observation.content).toBe('last');
});
