import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Together } from '../../packages/db/src/together.ts';

const callers = new AsyncLocalStorage<string>();

function recorder() {
  const batches: string[] = [];
  const together = new Together<string, string>({
    most: 3,
    work: async (items) => {
      batches.push(`${callers.getStore()}: ${items.join('')}`);
      await nextTurn();
      if (items.includes('!')) throw new Error('refused');
      if (items.includes('?')) throw new Error('broken');
      return items.map((item) => item.toUpperCase());
    },
    isOfOne: (error) => (error as Error).message === 'refused',
  });
  const ask = (caller: string, item: string) =>
    callers.run(caller, () => together.do(item)).catch((error: unknown) => (error as Error).message);
  return { batches, together, ask };
}

test('whoever comes while some are served is served with all who wait, in turn, as the first of them', async () => {
  const { batches, together, ask } = recorder();
  const answers = ['a', 'b', 'c', 'd', 'e'].map((item, place) => ask(`${place}`, item));
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches).toEqual(['0: a', '1: bcd', '4: e']);
  await nextTurn();
  expect(together.isIdle).toBe(true);
  expect(await ask('late', 'f')).toBe('F');
});

test('what one of them is refused for fails nobody else, and what broke fails all', async () => {
  const { batches, ask } = recorder();
  const asked = ['a', 'b', '!', 'c', 'd', '?'].map((item, place) => ask(`${place}`, item));
  expect(await Promise.all(asked)).toEqual(['A', 'B', 'refused', 'C', 'broken', 'broken']);
  expect(batches).toEqual(['0: a', '1: b!c', '1: b', '2: !', '3: c', '4: d?']);
});
