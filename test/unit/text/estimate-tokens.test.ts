import { expect, test } from 'vitest';
import { endOfTokens, estimateTokens } from '@memory/text/estimate-tokens';

/** Counted by the tokenizer o200k. */
const COUNTED: [text: string, tokens: number][] = [
  ['We keep idempotent replies in the table rather than in Redis: one store less.', 17],
  ['01a1fd7b-7dd1-76e0-bde8-f48206e567ad', 25],
  ['{"memory_id":"mem-4f8k2m9x0q7z1w3c","date":"2026-11-23"}', 32],
  ['await queue.drain({ skipDelays: true }); // 42', 13],
  ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 41],
  ['Die Waage läuft sonst über.', 8],
  ['每分钟读取一次温度电缆。', 10],
];

test.for(COUNTED)('tells the tokens of %s', ([text, tokens]) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(0.8 * tokens);
  expect(estimateTokens(text)).toBeLessThanOrEqual(1.6 * tokens);
});

test('ends a text between characters, where its tokens are used up', () => {
  const text = 'Quokkas climb. 🦘 '.repeat(100);
  for (const most of [0, 1, 7, 50, 333]) {
    const part = text.slice(0, endOfTokens(text, most));
    expect(estimateTokens(part)).toBeLessThanOrEqual(most);
    expect(part.isWellFormed()).toBe(true);
  }
  expect(endOfTokens(text, 10_000)).toBe(text.length);
});
