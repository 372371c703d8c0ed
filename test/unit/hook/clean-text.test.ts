import { expect, test } from 'vitest';
import { cleanText } from '../../../packages/agents/src/hook/capture/to-event.ts';

test('private parts and what we told leave no trace, however much longer they are than what is kept', () => {
  const words = 'nobody shall know this. '.repeat(2_000);
  for (const [open, close] of [
    ['<private>', '</private>'],
    ['<workspace-memory source="x">', '</workspace-memory>'],
  ])
    for (const text of [
      `before ${open}${words}${close} after`,
      `before ${'x '.repeat(20_000)}${open}${words}${close}`,
      `before ${open}${words}`,
    ]) {
      const kept = cleanText(text, 4_000);
      expect(kept).toMatch(/^before/u);
      expect(kept).not.toContain('shall know');
    }
});
