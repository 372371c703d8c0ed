import * as fc from 'fast-check';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkKey } from '../../../../packages/providers/src/object-store/object-store.ts';

test('no accepted key leaves its folder', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'a', 'b.json', '%2e', '\0', '~', ' ', 'C:', '-', 'é');
  const wild = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(wild, (key) => {
      let accepted: string;
      try {
        accepted = checkKey(key);
      } catch {
        return;
      }
      expect(resolve(join('/root', accepted))).toBe(`/root/${key}`);
    }),
  );
});

test.each(['uploads/0195-a/b_c.jsonl', 'a', '-/1'])('%s is a key', (key) => expect(checkKey(key)).toBe(key));

test.each(['', '/a', 'a/', 'a//b', 'a/../b', '.hidden', 'a\\b', 'a b', `a${'/b'.repeat(300)}`, 'a\n'])(
  '%j is none',
  (key) => expect(() => checkKey(key)).toThrow('not a key'),
);
