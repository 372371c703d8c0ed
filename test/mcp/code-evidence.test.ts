import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { indexSources, readSources, SHOP } from '../support/seeds/code-repository.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const TILL = {
  ...SHOP,
  'test/till.test.ts': "import { priceOf } from '../src/prices.ts';\npriceOf('a');",
  'src/till.ts': `import { priceOf } from './prices.ts';
import { Store } from './store.ts';

export function total(items: string[], shelf) {
  shelf.save('a', 1);
  const first = priceOf(items[0]);
  shelf.save('b', 2);
  return first + priceOf(items[1]);
}

export class Shelf {
  save() {}
  fill(store: Store) { store.save('c', 3); }
}
`,
};

async function idOf(client: Client, q: string): Promise<string> {
  const { structured } = await callTool(client, 'code_search', { q, limit: 1 });
  return structured.results[0].symbol_id as string;
}

verifies(['code.edges.evidence', 'code.unresolved'], async ({ service }) => {
  await indexSources(service, TILL);
  const client = await connectClient(service);
  const priceOf = await callTool(client, 'code_callers', { symbol_id: await idOf(client, 'priceOf') });
  expect(priceOf.structured.results).toMatchObject([
    { symbol_name: 'placeOrder', line: 6, confidence: 0.95, found_by: 'import' },
    { symbol_name: 'total', line: 6, lines: [6, 8], confidence: 0.95, found_by: 'import' },
    { symbol_name: 'src/orders.ts', relation: 'imports' },
    { symbol_name: 'src/till.ts', relation: 'imports' },
    { symbol_name: 'test/till.test.ts', relation: 'calls' },
    { symbol_name: 'test/till.test.ts', relation: 'imports' },
  ]);
  expect(priceOf.structured).not.toHaveProperty('unresolved');

  const save = await callTool(client, 'code_callers', { symbol_id: await idOf(client, 'Store.save') });
  expect(save.structured.results).toMatchObject([
    { symbol_name: 'Shelf.fill', found_by: 'type' },
    { symbol_name: 'placeOrder', found_by: 'type' },
  ]);
  expect(save.structured.unresolved).toEqual({ calls: 2, places: ['src/till.ts:5 save ×2'] });
  expect(save.text).toContain('src/till.ts:5 save ×2');

  const total = await callTool(client, 'code_callees', { symbol_id: await idOf(client, 'total') });
  expect(total.structured).toMatchObject({
    results: [{ symbol_name: 'priceOf', lines: [6, 8] }],
    unresolved: { calls: 2, places: ['src/till.ts:5 save ×2'] },
  });
});

verifies(
  'code.unresolved',
  async ({ service }) => {
    const client = await connectClient(service);
    const files = await readSources(TILL);
    await service.post('/api/v1/code/files', { repository: 'shop', files, deleted: [] });
    const symbol_id = await idOf(client, 'priceOf');
    const before = await callTool(client, 'code_callers', { symbol_id });
    expect(before.structured).toMatchObject({ count: 0, hint: expect.stringContaining('still looked for') });
    await service.runJobs();
    const after = await callTool(client, 'code_callers', { symbol_id });
    expect(after.structured.count).toBe(6);
    expect(after.structured).not.toHaveProperty('hint');
  },
  { title: 'what is still looked for is told' },
);

verifies(
  'mcp.code-context.chain',
  async ({ service }) => {
    const tests = Array.from({ length: 30 }, (_, at) => [
      `test/a${at}.test.ts`,
      `import { priceOf } from '../src/prices.ts';\nexport function check${at}() {\n  priceOf('${at}');\n}`,
    ]);
    await indexSources(service, { ...SHOP, ...Object.fromEntries(tests) });
    const client = await connectClient(service);
    const { structured, text } = await callTool(client, 'code_context', { symbol_name: 'roundUp' });
    const callers = structured.callers.map(
      ({ symbol_name, depth, via, line, confidence }: Record<string, unknown>) =>
        [depth, symbol_name, via, line, confidence].join(' '),
    );
    expect(callers.slice(0, 2)).toEqual(['1 priceOf  1 1', '2 placeOrder priceOf 6 0.95']);
    expect(callers.at(-1)).toBe('3 RushOrder.send placeOrder 13 1');
    expect(text).toContain('via priceOf');
    const first = await callTool(client, 'code_callers', { symbol_id: await idOf(client, 'priceOf') });
    expect(first.structured.results[0]).toMatchObject({ symbol_name: 'placeOrder' });
  },
  { title: 'callers of production come first, each with the line of its call and how sure that is' },
);

verifies(
  'code.unresolved',
  async ({ service }) => {
    await indexSources(service, TILL);
    await indexSources(service, { 'a.py': 'def f(x):\n  x.save()\nclass A:\n  def save(self): pass' });
    const client = await connectClient(service);
    const symbol_id = await idOf(client, 'Store.save');
    const typed = TILL['src/till.ts'].replace('shelf)', 'shelf: Store)');
    const { structured } = await callTool(client, 'code_callers', { symbol_id });
    expect(structured.unresolved).toMatchObject({ calls: 2 });
    await indexSources(service, { 'src/till.ts': typed });
    const after = await callTool(client, 'code_callers', { symbol_id });
    expect(after.structured).not.toHaveProperty('unresolved');
  },
  { title: 'those of other languages and those that found a target since are not among them' },
);

verifies(
  'mcp.code-callers.incoming',
  async ({ service }) => {
    const checks = Array.from(
      { length: 130 },
      (_, at) => `export function check${at}() { priceOf('${at}'); }`,
    );
    await indexSources(service, {
      ...SHOP,
      'src/checks.ts': ["import { priceOf } from './prices.ts';", ...checks].join('\n'),
    });
    const client = await connectClient(service);
    const symbol_id = await idOf(client, 'priceOf');
    const found = new Set<string>();
    for (let offset = 0; ;) {
      const { structured } = await callTool(client, 'code_callers', { symbol_id, offset });
      for (const { symbol_name, relation } of structured.results) found.add(`${relation} ${symbol_name}`);
      if (structured.count === 0) {
        expect(structured.hint).toBe('There are no more.');
        break;
      }
      offset += structured.count;
      if (offset < 133) expect(structured.hint).toContain('offset');
    }
    expect(found.size).toBe(133);
  },
  { title: 'all of many are reached by offset' },
);

verifies(
  'mcp.code-search.name',
  async ({ service }) => {
    await indexSources(service, SHOP);
    const client = await connectClient(service);
    const search = async (args: Record<string, unknown>) =>
      (await callTool(client, 'code_search', { q: 'o', symbol_type: 'function', ...args })).structured;
    const all = await search({});
    expect(all).not.toHaveProperty('hint');
    const first = await search({ limit: 2 });
    expect(first).toMatchObject({ count: 2, hint: expect.stringContaining('offset') });
    const rest = await search({ offset: 2 });
    expect([...first.results, ...rest.results]).toEqual(all.results);
    expect(await search({ offset: 100 })).toEqual({ count: 0, results: [], hint: 'There are no more.' });
    expect(await search({ repository: 'shops' })).toEqual({
      count: 0,
      results: [],
      hint: 'No repository shops is indexed. There are shop.',
    });
  },
  { title: 'says that there are more, and which repositories there are' },
);

verifies('code.nearest-names', async ({ service, other }) => {
  await indexSources(service, SHOP);
  await indexSources(other, { 'a.ts': 'export function placeOrders() {}' });
  const client = await connectClient(service);
  const { structured, text } = await callTool(client, 'code_search', { q: 'place_oders' });
  expect(structured).toMatchObject({
    count: 0,
    results: [],
    nearest: [{ symbol_name: 'placeOrder', place: 'shop: src/orders.ts:5-9' }],
  });
  expect(text).toContain('placeOrder');
  expect((await callTool(client, 'code_search', { q: 'zebra' })).structured).toEqual({
    count: 0,
    results: [],
    hint: 'No indexed symbol matches.',
  });
  const { error } = await callTool(client, 'code_context', { symbol_name: 'Shop.placeOder' });
  expect(error.message).toBe(
    'Symbol named Shop.placeOder was not found. Nearest names: placeOrder (src/orders.ts).',
  );
});

verifies(
  'code.nearest-names',
  async ({ service }) => {
    const checks = Array.from({ length: 12 }, (_, at) => `export function checkFeed${at}() {}\n`);
    const fetch = 'export function fetchFeed(address: string, etag: string) {}\n';
    await indexSources(service, {
      'src/feeds.ts': checks.join('') + fetch,
      'src/policy.ts':
        '/** How long entries stay. */\nexport function policyOf() {}\nexport function older() {}\n',
      'test/feeds.test.ts': fetch,
    });
    const client = await connectClient(service);
    const nearest = async (q: string) => {
      const { structured } = await callTool(client, 'code_search', { q });
      expect(structured).toMatchObject({ count: 0, results: [] });
      return structured.nearest?.map(
        ({ symbol_name, place }: Record<string, string>) => `${symbol_name} ${place}`,
      );
    };
    const found = await nearest('check whether feed is unchanged by etag');
    expect(found).toHaveLength(5);
    expect(found[0]).toMatch(/^fetchFeed shop: src/u);
    expect(await nearest('which policy removes old entries and their files')).toEqual([
      expect.stringMatching(/^policyOf /u),
    ]);
    expect(await nearest('zebra crosses a road by night')).toBeUndefined();
  },
  { title: 'of a question whose words no name holds, what holds those that few others do comes first' },
);

verifies(
  'code.nearest-names',
  async ({ service }) => {
    const composed = 'prüfeGröße';
    const apart = composed.normalize('NFD');
    await indexSources(service, { [`src/${apart}.ts`]: `export function ${apart}() {}\n` });
    const client = await connectClient(service);
    for (const q of [composed, apart]) {
      const { structured } = await callTool(client, 'code_search', { q, symbol_type: 'function' });
      expect(structured.results).toMatchObject([{ symbol_name: composed }]);
      const context = await callTool(client, 'code_context', { symbol_name: q });
      expect(context.structured.symbol).toMatchObject({ symbol_name: composed });
    }
  },
  { title: 'a name is the same one whether its accents are written with their letters or apart' },
);

verifies(
  'code.nearest-names',
  async ({ service }) => {
    await indexSources(service, {
      'src/rights.ts': `export const USER_PERMISSIONS = 7;
export function userPermissions() {}
export function usherPerson() {}
export function loadConfig() {}
`,
    });
    const client = await connectClient(service);
    const found = async (q: string) =>
      ((await callTool(client, 'code_search', { q })).structured.results as { symbol_name: string }[]).map(
        ({ symbol_name: name }) => name,
      );
    expect(await found('usr perms')).toEqual(['userPermissions', 'USER_PERMISSIONS']);
    expect(await found('cfg')).toEqual(['loadConfig']);
    expect(await found('fgl')).toEqual([]);
  },
  { title: 'an abbreviation without its vowels finds the parts of names that begin as it does' },
);

verifies('code.path', async ({ service, other }) => {
  await indexSources(service, SHOP);
  await indexSources(other, SHOP);
  const client = await connectClient(service, { query: '?profile=full,additional' });
  const path = async (from: string, to: string) => {
    const { structured, error } = await callTool(client, 'code_path', { from, to });
    if (error.code) return error.code;
    return structured.results.map(
      ({ symbol_name, line }: { symbol_name: string; line?: number }) => `${symbol_name}:${line ?? ''}`,
    );
  };
  const chain = ['RushOrder.send:', 'placeOrder:13', 'priceOf:6', 'roundUp:1'];
  expect(await path('RushOrder.send', 'roundUp')).toEqual(chain);
  expect(await path('RushOrder', await idOf(client, 'roundUp'))).toEqual(chain);
  expect(await path('placeOrder', 'Store')).toEqual(['placeOrder:', 'Store.save:7']);
  expect(await path('roundUp', 'roundUp')).toEqual(['roundUp:']);
  expect(await path('roundUp', 'placeOrder')).toEqual([]);
  expect(await path('nowhere', 'placeOrder')).toBe('not_found');
  expect(await path('placeOrder', '')).toBe('validation_failed');
  const stranger = await connectClient(other);
  expect(await path('placeOrder', await idOf(stranger, 'roundUp'))).toBe('not_found');
});

verifies(
  'code.path',
  async ({ service }) => {
    await indexSources(service, {
      ...SHOP,
      'src/a.ts': 'export class A { run() {} }\nexport function run() {}',
      'src/b.ts': "import { roundUp } from './prices.ts';\nexport class B { run() { roundUp(1); } }",
    });
    const client = await connectClient(service, { query: '?profile=full,additional' });
    const path = async (from: string, to: string) =>
      (await callTool(client, 'code_path', { from, to })).structured;
    expect((await path('run', 'roundUp')).results).toMatchObject([
      { symbol_name: 'B.run' },
      { symbol_name: 'roundUp' },
    ]);
    expect((await path('roundUp', 'run')).hint).toContain('to run (and 2 more of that name)');
    expect((await path('A.run', 'roundUp')).count).toBe(0);
  },
  { title: 'a name stands for all that have it' },
);

verifies(
  'code.path',
  async ({ service }) => {
    // A ring with a short cut: the way round has three calls, the cut two.
    await indexSources(service, {
      'a.ts':
        'function a() { b(); d(); }\nfunction b() { c(); }\nfunction c() { e(); }\nfunction d() { e(); }\nfunction e() { a(); }',
    });
    const client = await connectClient(service, { query: '?profile=full,additional' });
    const { structured } = await callTool(client, 'code_path', { from: 'a', to: 'e' });
    expect(structured.results).toMatchObject([
      { symbol_name: 'a' },
      { symbol_name: 'd', line: 1, confidence: 1, found_by: 'same_file' },
      { symbol_name: 'e', line: 4 },
    ]);
  },
  { title: 'the shortest of several, in a graph that goes round' },
);
