import { expect, test } from 'vitest';
import { editedNames } from '../../../packages/agents/src/hook/recall/edited-names.ts';

const TYPESCRIPT = `import { a } from './a.ts';

export class Shop {
  async placeOrder(
    item: string,
  ): Promise<void> {
    if (item === '') {
      throw new Error('none');
    }
    const price = priceOf(item);
  }
}

export const close = () => {
  return 'closed';
};
`;

test('the names around an edit are those of the blocks that it stands in', () => {
  const names = (content: string, ...texts: string[]) => editedNames(content, texts);
  expect(names(TYPESCRIPT, "throw new Error('none');").within).toEqual(['placeOrder', 'Shop']);
  expect(names(TYPESCRIPT, 'const price = priceOf(item);')).toEqual({
    within: ['price', 'placeOrder', 'Shop'],
    called: ['priceOf'],
  });
  expect(names(TYPESCRIPT, "  return 'closed';").within).toEqual(['close']);
  // Other ends of lines, and only a part that is still there.
  expect(names(TYPESCRIPT.replaceAll('\n', '\r\n'), "gone\n      throw new Error('none');").within).toEqual([
    'placeOrder',
    'Shop',
  ]);
  const python = 'class Ä:\n    def price(self, item):\n\n        if item:\n            return 1\n';
  expect(names(python, 'return 1').within).toContain('price');
  const go = 'package x\n\nfunc (s *Shop) Close(at int) error {\n\treturn nil\n}\n';
  expect(names(go, '\treturn nil').within).toEqual(['Close']);
  for (const strange of ['', '\n\n', '(((((', ')'.repeat(30_000), 'x'.repeat(300_000)])
    expect(names(strange, strange, 'nothing')).toMatchObject({ called: [] });
});
