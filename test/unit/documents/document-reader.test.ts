import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterAll, describe, expect, test } from 'vitest';

import { createDocumentReader, NO_TIME_LEFT } from '@memory/sections/reader';

import { verifies } from '../../support/verifies.ts';
import { hostileDocuments } from './hostile-documents.ts';
import { HANG_MS } from '../../support/hang.ts';
import { portionOf } from '../../support/portion.ts';

const reader = createDocumentReader({ memoryMb: 400, deadlineMs: 20_000, processes: 1 });
afterAll(() => reader.close());

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url));

test('reads text and bytes, and tells what cannot be read', async () => {
  const { value, places } = await reader.read('sections', {
    text: '---\ntags: [a]\n---\n# One\n\nText.',
    title: 'Doc',
  });
  const { sections, tags } = value;
  expect(places).toEqual([]);
  expect(tags).toEqual(['a']);
  expect(sections).toMatchObject([{ narrative: '---\ntags: [a]\n---\n# One\n\nText.', ordinal: 0 }]);
  const docx = await reader.read('text', { bytes: await fixture('checklist.docx') });
  expect(docx).toMatchObject({ format: 'docx', title: 'Release checklist' });
  await expect(reader.read('text', { text: ' ' })).rejects.toMatchObject({
    name: 'DocumentError',
    code: 'empty_document',
  });
});

describe('a document over a limit is refused with the limit:', () => {
  verifies(
    'documents.bounded.refused',
    async () => {
      const small = createDocumentReader({ memoryMb: 130, deadlineMs: 60_000, processes: 1 });
      const text = '- item\n'.repeat(200_000);
      await expect(small.read('sections', { text, title: 'Large' })).rejects.toMatchObject({
        code: 'too_much_memory',
        message: expect.stringContaining('130 MB') as string,
      });
      // The next one is read by another process.
      await expect(small.read('text', { text: 'Good.' })).resolves.toMatchObject({ text: 'Good.' });
      small.close();
    },
    { title: 'of memory' },
  );

  verifies(
    'documents.bounded.refused',
    async () => {
      // Nothing else keeps that program waiting, and what it asks for takes hundreds of times as long as it may.
      const program = `import { createDocumentReader } from ${JSON.stringify(import.meta.resolve('@memory/sections/reader'))};
        const hasty = createDocumentReader({ memoryMb: 400, deadlineMs: 1, processes: 1 });
        console.log(await hasty.read('sections', { text: '- item\\n'.repeat(50_000), title: 'Large' }).catch(({ code, message }) => code + ': ' + message));`;
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '--eval',
        program,
      ]);
      expect(stdout).toMatch(/^took_too_long: .*1 s/u);
      const budget = { leftMs: 0 };
      await expect(reader.read('text', { text: 'Good.' }, { budget })).rejects.toMatchObject({
        code: 'took_too_long',
      });
      // Memory that others have left is no measure of it.
      const text = '- item\n'.repeat(50_000);
      const begun = reader.read(
        'sections',
        { text, title: 'Large' },
        { budget: { leftMs: 1, isBegun: true } },
      );
      await expect(begun).rejects.toMatchObject({ message: NO_TIME_LEFT });
      const first = reader.read('sections', { text, title: 'Large' }, { budget: { leftMs: 1 } });
      await expect(first).rejects.toMatchObject({ message: expect.stringContaining('1 s') as string });
    },
    { title: 'of time' },
  );
});

test('those who wait take turns', async () => {
  const one = createDocumentReader({ memoryMb: 400, deadlineMs: 20_000, processes: 1 });
  const order: string[] = [];
  const ask = (asker: string) =>
    one.read('text', { text: 'Good.' }, { for: asker }).then(() => order.push(asker));
  await Promise.all([ask('many'), ask('many'), ask('many'), ask('few')]);
  expect(order).toEqual(['many', 'many', 'few', 'many']);
  one.close();
});

verifies.whole(
  'documents.bounded.together',
  async () => {
    const page = (paragraphs: number) => `<!doctype html><body>${'<p>item'.repeat(paragraphs)}`;
    // Half of it is not enough for the large one, which waits until the small ones before it are read.
    const shared = createDocumentReader({ memoryMb: 400, deadlineMs: 60_000, processes: 2 });
    const order: string[] = [];
    const read = async (name: string, text: string) => {
      await shared.read('sections', { text, title: name }, { for: name });
      order.push(name);
    };
    await Promise.all([read('large', page(8_000)), read('small', 'Good.'), read('last', 'Good.')]);
    expect(order).toEqual(['small', 'last', 'large']);
    await expect(shared.read('sections', { text: page(500_000), title: 'Larger' })).rejects.toMatchObject({
      code: 'too_much_memory',
      message: expect.stringContaining('400 MB') as string,
    });
    await read('next', 'Good.');
    shared.close();
  },
  { timeoutMs: 120_000 },
);

describe('a hostile document is read, or refused, at once:', () => {
  for (const [name, make] of portionOf(Object.entries(hostileDocuments), 3))
    verifies(
      'documents.bounded.hostile',
      async () => {
        const input = make();
        const startedAt = performance.now();
        const answer = await reader
          .read('sections', { ...input, title: 'Hostile' })
          .catch((error: Error) => error);
        expect(performance.now() - startedAt).toBeLessThan(HANG_MS);
        if (answer instanceof Error)
          return expect(answer).toMatchObject({
            name: 'DocumentError',
            code: expect.stringMatching(/^too_(?:large|much_memory)$/u) as string,
          });
        const size = 'text' in input ? input.text.length : input.bytes.length;
        // The answer is bounded by the size of the document.
        expect(JSON.stringify(answer).length).toBeLessThan(20 * size + 100_000);
      },
      { title: name },
    );
});
