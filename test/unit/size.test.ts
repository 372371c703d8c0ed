import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countSizes, limitsFor, SIZES_FILE, type Sizes } from '../support/sizes.ts';

test('the tree keeps its size: a limit rises by `npm run size -- --because "REASON"` alone', () => {
  const limits = JSON.parse(readFileSync(SIZES_FILE, 'utf8')) as Sizes;
  const { raises } = limitsFor(countSizes(), limits);
  expect(
    raises.map(({ folder, kind, from, to }) => `${folder}: ${to} ${kind}, and ${from} are allowed`),
  ).toEqual([]);
});

test('a limit falls with the count, rises by steps, and goes with its folder', () => {
  const before = {
    a: { lines: 1_000, files: 10 },
    b: { lines: 1_000, files: 10 },
    gone: { lines: 100, files: 5 },
  };
  const counted = {
    a: { lines: 801, files: 10 },
    b: { lines: 1_001, files: 9 },
    fresh: { lines: 1, files: 1, exports: 1 },
  };
  expect(limitsFor(counted, before)).toEqual({
    limits: {
      a: { lines: 900, files: 10 },
      b: { lines: 1_100, files: 10 },
      fresh: { lines: 100, files: 5, exports: 5 },
    },
    raises: [
      { folder: 'b', kind: 'lines', from: 1_000, to: 1_100 },
      { folder: 'fresh', kind: 'lines', from: 0, to: 100 },
      { folder: 'fresh', kind: 'files', from: 0, to: 5 },
      { folder: 'fresh', kind: 'exports', from: 0, to: 5 },
    ],
  });
});
