import { expect } from 'vitest';
import { navigateCode, searchCode } from '@memory/core';
import { indexSources, readSources, SHOP } from '../../support/seeds/code-repository.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const FILES = '/api/v1/code/files';
const STATUS = '/api/v1/code/status';

async function symbolsOf(service: TestWorkspace, filePattern?: string) {
  const { results } = await searchCode(service.services, await service.workspace(), {
    file_pattern: filePattern,
    limit: 500,
  });
  return new Map(results.map((symbol) => [symbol.qualified_name, symbol]));
}

/** Names at the other end of a symbol's edges, as `calls Store.save`. */
async function edgesOf(service: TestWorkspace, qualifiedName: string) {
  const symbol = (await symbolsOf(service)).get(qualifiedName);
  const around = await navigateCode(
    service.services,
    await service.workspace(),
    symbol?.symbol_id ?? qualifiedName,
  );
  const names = (neighbours: typeof around.callers) =>
    neighbours.map(({ relation, qualified_name }) => `${relation} ${qualified_name}`);
  return { ...around, callers: names(around.callers), callees: names(around.callees) };
}

verifies.formA(['code.files.indexed', 'code.edges'], async ({ service }) => {
  const reply = await indexSources(service, SHOP);
  expect(reply.body).toEqual({ repository: 'shop', stored: 3, unchanged: 0, deleted: 0, symbols: 10 });
  expect(await edgesOf(service, 'placeOrder')).toMatchObject({
    callers: ['calls RushOrder.send'],
    callees: ['calls priceOf', 'calls Store.save'],
    contained_in: { qualified_name: 'src/orders.ts', relation: 'contains', confidence: 1 },
  });
  expect(await edgesOf(service, 'Store')).toMatchObject({
    callers: ['inherits RushOrder', 'imports src/orders.ts'],
    contains: [{ qualified_name: 'Store.save' }],
  });
  const { callers } = await edgesOf(service, 'src/prices.ts');
  expect(callers).toEqual(['imports src/orders.ts']);
});

verifies.formA('code.status', async ({ service }) => {
  await indexSources(service, SHOP);
  const all = await service.get(STATUS);
  expect(all.body).toEqual({
    repositories: [
      {
        name: 'shop',
        origin: null,
        files: 3,
        symbols: 10,
        edges: expect.any(Number),
        call_edges: 4,
        partial_files: 0,
        pending_files: 0,
        branch: null,
        commit_id: null,
        committed_at: null,
        updated_at: expect.stringMatching(/Z$/u),
      },
    ],
    files: [],
    next_after: null,
  });
  const first = await service.get(`${STATUS}?repository=shop&limit=2`);
  expect(first.body.files.map(({ path }: { path: string }) => path)).toEqual([
    'src/orders.ts',
    'src/prices.ts',
  ]);
  const next = await service.get(`${STATUS}?repository=shop&limit=2&after=${first.body.next_after}`);
  const [file] = await readSources({ 'src/store.ts': SHOP['src/store.ts'] ?? '' });
  expect(next.body.files).toEqual([{ path: 'src/store.ts', content_hash: file?.content_hash }]);
  const unknown = await service.get(`${STATUS}?repository=nobody`);
  expect(unknown.body).toEqual({ repositories: [], files: [], next_after: null });
});

verifies.formA(
  'code.status',
  async ({ service }) => {
    await service.post(FILES, { repository: 'shop', files: await readSources(SHOP) });
    const before = await service.get(STATUS);
    expect(before.body.repositories[0]).toMatchObject({ pending_files: 3, edges: 0 });
    await service.runJobs();
    const after = await service.get(STATUS);
    expect(after.body.repositories[0]).toMatchObject({ pending_files: 0 });
    expect(after.body.repositories[0].edges).toBeGreaterThan(0);
  },
  { title: 'tells what is still to be resolved' },
);

verifies.formA('code.files.bounded', async ({ service }) => {
  const [file] = await readSources({ 'a.ts': 'export const a = 1;' });
  const large = { ...file, symbols: [{ ...file?.symbols[0], signature: 'x'.repeat(1_100_000) }] };
  expect((await service.post(FILES, { repository: 'shop', files: [large] })).status).toBe(413);
  const many = await service.post(FILES, {
    repository: 'shop',
    files: Array.from({ length: 1_001 }, () => ({})),
  });
  expect(many.status).toBe(422);
  expect(many.body.detail).toContainEqual({
    loc: ['body', 'files'],
    msg: 'List should have at most 1000 items',
    type: 'too_long',
  });
});

verifies.formA(
  'code.files.bounded',
  async ({ service }) => {
    const [file] = await readSources({ 'a.ts': 'export function a() {}' });
    const foreign = {
      ...file,
      symbols: file?.symbols.map((symbol) => ({ ...symbol, key: `b.ts#${symbol.name}` })),
    };
    const reply = await service.post(FILES, { repository: 'shop', files: [foreign] });
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'files', 0, 'symbols'] }] },
    });
    for (const repository of ['a/b', '..', ' a', ''])
      expect((await service.post(FILES, { repository, files: [] })).status).toBe(422);
  },
  { title: 'symbols of another file and names that no path can hold are refused' },
);

verifies.formA('code.repositories', async ({ service }) => {
  await indexSources(service, SHOP);
  await indexSources(service, { 'src/store.ts': 'export class Store {}' }, { repository: 'warehouse' });
  const { results } = await searchCode(service.services, await service.workspace(), {
    q: 'store',
    limit: 50,
  });
  expect(results.map(({ repository, qualified_name }) => `${repository} ${qualified_name}`)).toEqual([
    'shop Store',
    'warehouse Store',
    'shop src/store.ts',
    'warehouse src/store.ts',
  ]);
  expect((await service.delete('/api/v1/code/repositories/shop')).status).toBe(204);
  const { body } = await service.get(STATUS);
  expect(body.repositories.map(({ name }: { name: string }) => name)).toEqual(['warehouse']);
  expect((await service.delete('/api/v1/code/repositories/shop')).status).toBe(404);
});

verifies.formA('code.own-workspace', async ({ service, other }) => {
  await indexSources(service, SHOP);
  expect(await symbolsOf(other)).toEqual(new Map());
  expect((await other.get(`${STATUS}?repository=shop`)).body.files).toEqual([]);
  expect((await other.delete('/api/v1/code/repositories/shop')).status).toBe(404);
  await indexSources(other, { 'src/store.ts': 'export class Other {}' });
  expect((await symbolsOf(service)).has('Other')).toBe(false);
  expect((await symbolsOf(service)).size).toBe(10);
});

verifies.formA('code.symbol-ids-stay', async ({ service }) => {
  await indexSources(service, SHOP);
  const before = await symbolsOf(service);
  const source = SHOP['src/prices.ts'] ?? '';
  await indexSources(service, {
    'src/prices.ts': `// A comment.\n\n${source.replace('roundUp(value', 'ceiling(value')}`,
  });
  const after = await symbolsOf(service);
  expect(after.get('priceOf')).toEqual({ ...before.get('priceOf'), start_line: 3, end_line: 3 });
  expect(after.has('roundUp')).toBe(false);
  expect(after.get('ceiling')?.symbol_id).not.toBe(before.get('roundUp')?.symbol_id);
  expect(after.get('placeOrder')).toEqual(before.get('placeOrder'));
});

verifies.formA('code.deleted', async ({ service }) => {
  await indexSources(service, SHOP);
  const reply = await indexSources(service, {}, { deleted: ['src/prices.ts', 'src/never-there.ts'] });
  expect(reply.body).toMatchObject({ stored: 0, deleted: 1 });
  expect((await symbolsOf(service)).has('priceOf')).toBe(false);
  expect((await edgesOf(service, 'placeOrder')).callees).toEqual(['calls Store.save']);
});

verifies.formA(
  'code.edges',
  async ({ service }) => {
    const { 'src/orders.ts': orders = '', ...rest } = SHOP;
    await indexSources(service, { 'src/orders.ts': orders });
    expect((await edgesOf(service, 'placeOrder')).callees).toEqual([]);
    await indexSources(service, rest);
    expect((await edgesOf(service, 'placeOrder')).callees).toEqual(['calls priceOf', 'calls Store.save']);
    await indexSources(service, { 'src/prices.ts': 'export const costOf = 1;' });
    expect((await edgesOf(service, 'placeOrder')).callees).toEqual(['calls Store.save']);
  },
  { title: 'edges of files that did not change follow those that did, whatever the order of the batches' },
);

verifies.formA(
  'code.edges',
  async ({ service }) => {
    await indexSources(service, SHOP);
    const before = await edgesOf(service, 'Store');
    const { body } = await service.get(STATUS);
    await indexSources(service, { 'src/store.ts': `// Moved.\n${SHOP['src/store.ts']}` });
    const moved = await edgesOf(service, 'Store');
    expect(moved).toMatchObject({ callers: before.callers, symbol: { start_line: 2 } });
    const again = await indexSources(service, SHOP, { repository: 'shop' });
    expect(again.body).toMatchObject({ stored: 1, unchanged: 2 });
    expect(await edgesOf(service, 'Store')).toEqual(before);
    expect((await service.get(STATUS)).body.repositories[0]).toMatchObject({
      edges: body.repositories[0].edges,
    });
  },
  { title: 'a change inside one file keeps the edges that others have to it' },
);
