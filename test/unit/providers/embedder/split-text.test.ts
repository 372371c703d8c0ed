import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../../../packages/providers/src/embedder/neural-embedder.ts';

test('pieces fit, are whole code points, and joined are the text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '. ', 'é', '漢', '😀'), maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, bytesMax) => {
      const pieces = splitText(whole, bytesMax, Infinity);
      expect(pieces.join('')).toBe(whole);
      for (const piece of pieces) {
        expect(piece).not.toBe('');
        expect(piece.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(bytesMax);
      }
    }),
  );
});

test('a cut prefers the end of a paragraph to that of a line, a sentence or a word', () => {
  expect(splitText('one two. three\nfour\n\nfive six', 24, 2)).toEqual([
    'one two. three\nfour\n\n',
    'five six',
  ]);
  expect(splitText('one two three four', 10, 5)).toEqual(['one two ', 'three four']);
});

test('what lies behind the last piece allowed is left out', () => {
  expect(splitText('aaaabbbbcccc', 4, 2)).toEqual(['aaaa', 'bbbb']);
});
