import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readDocumentStream } from '@memory/sections';
import type { StreamedItem } from '@memory/sections';

type Options = Parameters<typeof readDocumentStream>[1];

/** All the items of an input, and the error that ended it, as what a caller sees. */
async function read(input: string | Uint8Array, { size = 7, ...options }: Options & { size?: number } = {}) {
  const items: StreamedItem[] = [];
  try {
    for await (const item of readDocumentStream(chunksOf(Buffer.from(input), size), options))
      items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items, error: undefined };
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const valuesOf = (items: readonly StreamedItem[]): unknown[] =>
  items.map((item) => (item.error ? item.error.code : item.value));

const layouts: readonly [string, (values: unknown[]) => string][] = [
  ['a compact array', (values) => JSON.stringify(values)],
  ['an indented array', (values) => `\uFEFF \n${JSON.stringify(values, undefined, 2)}\n\n`],
  ['JSON Lines', (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('')],
  [
    'JSON Lines with blank lines and no end',
    (values) => values.map((value) => JSON.stringify(value)).join('\r\n\r\n'),
  ],
];

describe.for(layouts)('%s', ([, write]) => {
  const documents = fc.array(
    fc.record({ title: fc.string({ unit: 'binary' }), content: fc.json(), 'a"\\': fc.jsonValue() }),
    { minLength: 1, maxLength: 8 },
  );

  test('gives its items, however it is cut into chunks, and goes on from the place of any of them', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 1, max: 50 }), async (values, size) => {
        const input = Buffer.from(write(JSON.parse(JSON.stringify(values)) as unknown[]));
        const { items, error } = await read(input, { size });
        expect(error).toBeUndefined();
        expect(valuesOf(items)).toEqual(JSON.parse(JSON.stringify(values)));
        for (const [index, { next }] of items.entries()) {
          const rest = await read(input.subarray(next.offset), { size, from: next });
          expect(rest).toEqual({ items: items.slice(index + 1), error: undefined });
        }
      }),
      { numRuns: 40 },
    );
  });

  test('reports one bad item among a thousand by its index and keeps the others', async () => {
    const values = Array.from({ length: 1000 }, (_, index) => ({ index }));
    const { items, error } = await read(write(values).replace(/"index": ?617/, '"index" 617'), {
      size: 1000,
    });
    expect(error).toBeUndefined();
    expect(items.filter((item) => item.error)).toMatchObject([
      { index: 617, error: { code: 'malformed_json' } },
    ]);
    expect(items).toHaveLength(1000);
  });

  test('reports an item above the limit and goes on', async () => {
    const { items, error } = await read(write([{ a: 1 }, { a: 'x'.repeat(200) }, { a: 3 }]), {
      itemMaxBytes: 100,
    });
    expect(error).toBeUndefined();
    expect(valuesOf(items)).toEqual([{ a: 1 }, 'too_large', { a: 3 }]);
  });

  test('reports an item that is not UTF-8 and goes on', async () => {
    const input = Buffer.from(write([{ a: 1 }, { a: '§§' }, { a: 3 }]));
    input.fill(0xe9, input.indexOf('§'), input.indexOf('§') + 4);
    const { items, error } = await read(input);
    expect(error).toBeUndefined();
    expect(valuesOf(items)).toEqual([{ a: 1 }, 'unsupported_encoding', { a: 3 }]);
  });

  test('takes five megabytes on one line', async () => {
    const large = { content: 'word '.repeat(1_000_000) };
    const { items, error } = await read(write([large, { a: 2 }]), { size: 65_536 });
    expect(error).toBeUndefined();
    expect(valuesOf(items)).toEqual([large, { a: 2 }]);
  });
});

describe('what breaks an array off is told with its place, after the items before it:', () => {
  test.for<[string, string, number, number]>([
    ['no end', '[{"a":1}, {"a":2}', 2, 17],
    ['no end behind a comma', '[{"a":1},', 1, 9],
    ['nothing at all', '[', 0, 1],
    ['an open quote', '[{"a":1}, {"a":"2}, {"a":3}]', 1, 10],
    ['an open bracket', '[{"a":1}, {"a":[2}, {"a":3}', 1, 10],
    ['no comma', '[{"a":1} {"a":2}]', 1, 9],
    ['two commas', '[{"a":1},,{"a":2}]', 1, 9],
    ['a comma before the end', '[{"a":1},]', 1, 9],
    ['a bracket of another kind', '[{"a":1},}]', 1, 9],
    ['something behind the end', '[{"a":1}] x', 1, 10],
  ])('%s', async ([, input, count, offset]) => {
    const { items, error } = await read(input);
    expect(items.filter((item) => !item.error)).toHaveLength(count);
    expect(error).toMatchObject({ name: 'DocumentError', code: 'malformed_json', offset });
  });
});

test.for<[string, string, string | Buffer]>([
  ['empty_document', 'no byte', ''],
  ['empty_document', 'a mark and white space', '\uFEFF \n'],
  ['unsupported_encoding', 'UTF-16', Buffer.from('\uFEFF[{"a":1}]', 'utf16le')],
  ['malformed_json', 'plain text', 'hello'],
  ['malformed_json', 'one object over many lines', '{\n  "documents": []\n}'],
])('%s is what ends the reading of %s', async ([code, , input]) => {
  const { items, error } = await read(input);
  expect(items).toEqual([]);
  expect(error).toMatchObject({ name: 'DocumentError', code });
});

test('an array may be empty and hold what is no object; an item has 10,000 values and 128 levels at most', async () => {
  expect(await read('[ ]')).toEqual({ items: [], error: undefined });
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { items, error } = await read(`[1,"a ] \\" b" ,null, -2.5e3,${deep},true]`, { size: 1000 });
  expect(error).toBeUndefined();
  expect(valuesOf(items)).toEqual([1, 'a ] " b', null, -2500, 'too_large', true]);
  const many = [`[${'[],'.repeat(10_000)}0]`, `{${'"k":0,'.repeat(5_100)}"k":0}`, '{"k":"[[,,\\"::"}'];
  expect(valuesOf((await read(many.join('\n').replace(/^/u, '{"a":1}\n'))).items)).toEqual([
    { a: 1 },
    'too_large',
    'too_large',
    { k: '[[,,"::' },
  ]);
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(valuesOf((await read(`[${nested(129)},[${nested(127)},${nested(127)}]]`)).items)).toEqual([
    'too_large',
    JSON.parse(`[${nested(127)},${nested(127)}]`),
  ]);
  expect(valuesOf((await read(`[{"k":"${',[{:'.repeat(10_000)}"}]`)).items)).toEqual([
    { k: ',[{:'.repeat(10_000) },
  ]);
});

test('the source is told when the caller stops early', async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield await Promise.resolve(Buffer.from('{"a":1}\n'));
    } finally {
      isClosed = true;
    }
  }
  for await (const { index } of readDocumentStream(endless())) if (index === 9) break;
  expect(isClosed).toBe(true);
});
