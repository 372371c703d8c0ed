import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { indexSources, SHOP } from '../support/seeds/code-repository.ts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

interface Named {
  symbol_name: string;
}

const names = (symbols: readonly Named[]): string[] => symbols.map(({ symbol_name }) => symbol_name);

async function search(client: Client, args: Record<string, unknown>): Promise<string[]> {
  const { structured } = await callTool(client, 'code_search', args);
  return names(structured.results);
}

async function idOf(client: Client, name: string): Promise<string> {
  const { structured } = await callTool(client, 'code_search', { q: name, limit: 1 });
  return structured.results[0].symbol_id as string;
}

verifies(['mcp.code-search.name', 'mcp.code-search.symbol-id'], async ({ service }) => {
  await indexSources(service, { ...SHOP, 'src/odd.ts': 'export const a_b = () => 1, axb = () => 2;' });
  const client = await connectClient(service);
  const { structured, text } = await callTool(client, 'code_search', { q: 'ORDER' });
  expect(names(structured.results)).toEqual(['src/orders.ts', 'RushOrder', 'placeOrder']);
  expect(structured.count).toBe(3);
  expect(structured.results[2]).toEqual({
    symbol_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
    symbol_name: 'placeOrder',
    symbol_type: 'function',
    place: 'shop: src/orders.ts:5-9',
    signature: 'function placeOrder(store: Store, item: string): number',
    doc: 'Takes an order and keeps it.',
  });
  expect(text).toContain(structured.results[2].symbol_id);
  expect(await search(client, { q: 'a_b' })).toEqual(['a_b']);
  expect(await search(client, { q: '%' })).toEqual([]);
  expect(await search(client, { q: 'store.sa' })).toEqual(['Store.save']);
  expect(await search(client, { q: 'save  STORE' })).toEqual(['Store.save']);
  expect(await search(client, { q: 'ORDER', repository: 'elsewhere' })).toEqual([]);
  expect(await search(client, { q: 'ORDER', repository: 'shop' })).toHaveLength(3);
});

verifies('mcp.code-search.words', async ({ service }) => {
  await indexSources(service, {
    'test/logs.test.ts': 'export function rotateLogs() {}',
    'src/logs.ts':
      '/** Writes to a file that is rotated when its size exceeds a limit. */\nexport class FileHandler { rotateLogs() {} }\nexport const put_message = () => 1;\nexport const MAX_SIZE = 5;',
  });
  const client = await connectClient(service);
  expect(await search(client, { q: 'putMessage' })).toEqual(['put_message']);
  expect(await search(client, { q: 'rotate_logs' })).toEqual(['FileHandler.rotateLogs', 'rotateLogs']);
  expect(await search(client, { q: 'rotate file when size exceeded' })).toContain('FileHandler');
  expect(await search(client, { symbol_type: 'constant' })).toEqual(['MAX_SIZE']);
});

// Where a router is mounted is said in another file.
verifies('mcp.code-search.words', async ({ service }) => {
  await indexSources(service, {
    'app/users.py': '@router.get("/me")\ndef own(): pass\n@router.delete("/me")\ndef leave(): pass\n',
  });
  const client = await connectClient(service);
  expect(await search(client, { q: '/api/users/me' })).toEqual(['GET /me', 'DELETE /me']);
  expect(await search(client, { q: 'DELETE /users/me' })).toEqual(['DELETE /me']);
  expect(await search(client, { q: 'DELETE /users/me', symbol_type: 'route' })).toEqual(['DELETE /me']);
  expect(await search(client, { q: 'DELETE /users/me', symbol_type: 'class' })).toEqual([]);
  expect(await search(client, { q: 'PATCH /users/me' })).toEqual([]);
});

verifies('mcp.code-search.file-pattern', async ({ service }) => {
  await indexSources(service, {
    'src/deep/inside/a.ts': 'export {};',
    'src/b.ts': 'export {};',
    'tools/c.py': '',
    'tools/d.js': '',
  });
  const client = await connectClient(service);
  const found = (file_pattern: string) => search(client, { file_pattern });
  expect(await found('src/**/*.ts')).toEqual(['src/b.ts', 'src/deep/inside/a.ts']);
  expect(await found('*.py')).toEqual(['tools/c.py']);
  expect(await found('{src,tools}/*.{ts,js}')).toEqual(['src/b.ts', 'tools/d.js']);
  expect(await found('tools/')).toEqual(['tools/c.py', 'tools/d.js']);
  expect(await found('./tools/[cx].p?')).toEqual(['tools/c.py']);
  expect(await found('a.ts')).toEqual(['src/deep/inside/a.ts']);
  expect(await found('*.go')).toEqual([]);
});

verifies(['mcp.code-search.symbol-type', 'mcp.code-search.limit-default'], async ({ service }) => {
  const many = Array.from({ length: 60 }, (_, number) => `export function made${number}() {}`).join('\n');
  await indexSources(service, { ...SHOP, 'src/many.ts': many });
  const client = await connectClient(service);
  expect(await search(client, { symbol_type: 'class' })).toEqual(['RushOrder', 'Store']);
  expect(await search(client, { symbol_type: 'module', q: 'many' })).toEqual(['src/many.ts']);
  expect(await search(client, { q: 'made' })).toHaveLength(50);
  expect(await search(client, { q: 'made', limit: 3 })).toHaveLength(3);
  expect((await callTool(client, 'code_search', { symbol_type: 'method' })).error.code).toBe(
    'validation_failed',
  );
});

verifies('mcp.code-navigate.hops', async ({ service }) => {
  await indexSources(service, SHOP);
  const client = await connectClient(service);
  const symbol_id = await idOf(client, 'placeOrder');
  const { structured } = await callTool(client, 'code_navigate', { symbol_id });
  expect(structured.symbol.symbol_id).toBe(symbol_id);
  expect(names(structured.callers)).toEqual(['RushOrder.send']);
  expect(names(structured.callees)).toEqual(['priceOf', 'Store.save']);
  expect(structured.callees[1]).toMatchObject({ relation: 'calls', line: 7 });
  expect((await callTool(client, 'code_navigate')).error.code).toBe('validation_failed');
});

verifies(['mcp.code-callers.incoming', 'mcp.code-callees.outgoing'], async ({ service }) => {
  await indexSources(service, SHOP);
  const client = await connectClient(service);
  const symbol_id = await idOf(client, 'Store');
  const callers = await callTool(client, 'code_callers', { symbol_id });
  expect(names(callers.structured.results)).toEqual(['RushOrder', 'src/orders.ts']);
  expect(callers.structured).toMatchObject({ count: 2 });
  const callees = await callTool(client, 'code_callees', { symbol_id: await idOf(client, 'priceOf') });
  expect(names(callees.structured.results)).toEqual(['roundUp']);
  const none = await callTool(client, 'code_callees', { symbol_id: await idOf(client, 'roundUp') });
  expect(none.structured).toMatchObject({ count: 0, results: [] });
});

verifies(['mcp.code-context.by-id', 'mcp.code-context.chain'], async ({ service }) => {
  await indexSources(service, SHOP);
  await service.store({ title: 'Prices are rounded up', source_files: ['src/prices.ts'] });
  const client = await connectClient(service);
  const { structured, text } = await callTool(client, 'code_context', {
    symbol_id: await idOf(client, 'roundUp'),
  });
  expect(structured).toMatchObject({ graph_empty: false, symbol: { symbol_name: 'roundUp' } });
  expect(
    structured.callers.map(({ symbol_name, depth }: Named & { depth: number }) => `${depth} ${symbol_name}`),
  ).toEqual(['1 priceOf', '2 placeOrder', '3 RushOrder.send']);
  expect(structured.callees).toEqual([]);
  expect(structured.memories).toMatchObject([{ title: 'Prices are rounded up', links: ['file'] }]);
  expect(text).toContain('Prices are rounded up');
});

verifies('mcp.code-context.by-name', async ({ service }) => {
  await indexSources(service, { ...SHOP, 'src/other.ts': 'export class Box { save() {} }' });
  const client = await connectClient(service);
  const context = async (args: Record<string, unknown>) => {
    const { structured, error } = await callTool(client, 'code_context', args);
    return error.code ?? [structured.symbol.symbol_name, ...names(structured.alternatives)].join(' ');
  };
  expect(await context({ symbol_name: 'save' })).toBe('Box.save Store.save');
  expect(await context({ symbol_name: 'save', file_path: 'store.ts' })).toBe('Store.save');
  expect(await context({ symbol_name: 'Store.save' })).toBe('Store.save');
  expect(await context({ symbol_name: 'PLACEORDER' })).toBe('placeOrder');
  expect(await context({ symbol_name: 'src/store.ts' })).toBe('src/store.ts');
  expect(await context({ symbol_name: 'save', file_path: 'nowhere.ts' })).toBe('not_found');
  expect(await context({ symbol_name: 'sav' })).toBe('not_found');
  expect(await context({})).toBe('validation_failed');
});

verifies('mcp.code-context.graph-empty', async ({ service, other }) => {
  await indexSources(other, SHOP);
  const client = await connectClient(service);
  const { structured } = await callTool(client, 'code_context', { symbol_name: 'placeOrder' });
  expect(structured).toEqual({ graph_empty: true, hint: expect.stringContaining('index') });
});

verifies('mcp.code.unknown-symbol', async ({ service, other }) => {
  await indexSources(service, SHOP);
  await indexSources(other, SHOP);
  const foreign = await idOf(await connectClient(other), 'placeOrder');
  const client = await connectClient(service);
  for (const tool of ['code_navigate', 'code_callers', 'code_callees', 'code_context'])
    for (const symbol_id of [foreign, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      const { isError, error } = await callTool(client, tool, { symbol_id });
      expect({ isError, error }).toEqual({
        isError: true,
        error: {
          code: 'not_found',
          message: `Symbol ${symbol_id} was not found: code_search gives the ids of names.`,
          retryable: false,
        },
      });
    }
});

verifies('code.context.links', async ({ service }) => {
  await indexSources(service, SHOP);
  await service.store({ title: 'By file', source_files: ['shop/src/orders.ts'], importance_score: 0.1 });
  await service.store({ title: 'By name', narrative: 'Call placeOrder once per cart.' });
  await service.store({ title: 'By concept', concepts: ['place order'] });
  await service.store({ title: 'By the chain', source_files: ['src/prices.ts'] });
  await service.store({ title: 'Words apart', narrative: 'We place it where an order stands.' });
  const client = await connectClient(service);
  const { structured } = await callTool(client, 'code_context', { symbol_name: 'placeOrder' });
  expect(
    structured.memories.map(({ title, links }: { title: string; links: string[] }) => [title, links]),
  ).toEqual([
    ['By file', ['file']],
    ['By name', ['name']],
    ['By concept', ['concept']],
    ['By the chain', ['related_file']],
  ]);
});

verifies(
  'code.context.links',
  async ({ service }) => {
    await indexSources(service, SHOP);
    await service.store({ title: 'Saving', narrative: 'Save your work, and save often.' });
    await service.store({ title: 'The store', narrative: 'Store.save keeps no history.' });
    const client = await connectClient(service);
    const { structured } = await callTool(client, 'code_context', { symbol_name: 'Store.save' });
    expect(structured.memories.map(({ title }: { title: string }) => title)).toEqual(['The store']);
  },
  { title: 'a name of one word links only beside its class' },
);
