import type { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '@memory/db';
import { indexSources, SHOP } from '../../support/seeds/code-repository.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

async function flag(service: TestWorkspace, body: object): Promise<unknown> {
  const reply = await service.post('/api/v1/memories/search', body);
  expect(reply.status).toBe(200);
  return reply.body.code_graph_available;
}

verifies('search.code-graph.true', async ({ service }) => {
  await indexSources(service, SHOP);
  expect(await flag(service, { query: 'placeOrder' })).toBe(true);
  expect(await flag(service, { query: 'where do we place an ORDER' })).toBe(true);
  expect(await flag(service, { query: 'rush', use_semantic: false })).toBe(true);
});

verifies('search.code-graph.false', async ({ service, other }) => {
  await indexSources(service, SHOP);
  expect(await flag(service, { query: 'quantum zebra' })).toBe(false);
  expect(await flag(other, { query: 'placeOrder' })).toBe(false);
  await service.delete('/api/v1/code/repositories/shop');
  expect(await flag(service, { query: 'placeOrder' })).toBe(false);
});

verifies('search.code-graph.null', async ({ service }) => {
  await indexSources(service, SHOP);
  expect(await flag(service, { query: '' })).toBeNull();
  expect(await flag(service, { query: '-order' })).toBeNull();
  await using failing = await serveVariant(service, {
    db: withCheck(service, () => Promise.reject(new Error('no'))),
  });
  expect(await flag(failing.service, { query: 'placeOrder' })).toBeNull();
});

verifies('search.code-graph.no-delay', async ({ service }) => {
  await indexSources(service, SHOP);
  await service.store({ title: 'Place an order' });
  const never = new Promise<never>(() => {});
  await using hanging = await serveVariant(service, { db: withCheck(service, () => never) });
  const reply = await hanging.service.post('/api/v1/memories/search', { query: 'placeOrder' });
  expect(reply.body).toMatchObject({ count: 1, code_graph_available: null });
});

/** The database of a service, the check of the code graph replaced. */
function withCheck({ services: { db } }: TestWorkspace, check: () => Promise<unknown>): Database {
  const isCheck = (statement: unknown) =>
    JSON.stringify(statement, (key, value: unknown) => (key === 'decoder' ? undefined : value)).includes(
      'words &&',
    );
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'execute') return value.bind(target) as unknown;
      return (statement: ReturnType<typeof sql>) =>
        isCheck(statement) ? check() : target.execute(statement);
    },
  });
}
