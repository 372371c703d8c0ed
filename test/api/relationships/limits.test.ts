import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readConfig } from '@memory/service';
import { seedEdges, type SeededEdge } from '../../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../../support/seeds/seed-memories.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/relationships';

/** All ordered pairs of some new memories. */
async function pairsOf(service: TestWorkspace, count: number): Promise<{ source: string; target: string }[]> {
  const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count });
  return ids.flatMap((source) => ids.filter((id) => id !== source).map((target) => ({ source, target })));
}

const asDeclared = (pair: { source: string; target: string }): SeededEdge => ({
  ...pair,
  type: 'supersedes',
  method: 'manual',
  confidence: 1,
});

async function declare(service: TestWorkspace, pair: { source: string; target: string } | undefined) {
  const { nodes } = (await service.get('/api/v1/memories/graph')).body;
  // Both are in the order of the internal ids, so that a place in one is a place in the other.
  const refs = nodes.map(
    service.form === 'A'
      ? ({ id }: { id: string }) => id
      : ({ memory_id }: { memory_id: string }) => memory_id,
  );
  const refOf = (id = '') => refs[Number.parseInt(id.slice(24), 16)];
  return service.post(PATH, {
    source_id: refOf(pair?.source),
    target_id: refOf(pair?.target),
    relationship_type: 'depends_on',
  });
}

verifies.formA(
  'limits.edge-cap.least-100',
  async ({ service }) => {
    const pairs = await pairsOf(service, 10);
    await seedEdges(service, pairs.slice(1).map(asDeclared));
    expect((await declare(service, pairs[0])).status).toBe(201);
  },
  { title: 'ten memories, or fewer, may be declared related in every way there is: 90 edges' },
);

verifies.formA(
  ['limits.edge-cap.ten-a-memory', 'limits.edge-cap.retry-after', 'limits.edge-cap.discovered-free'],
  async ({ service }) => {
    const pairs = await pairsOf(service, 12);
    await seedEdges(service, [
      ...pairs.slice(0, 119).map(asDeclared),
      ...pairs.map((pair) => ({ ...pair, type: 'references' as const, method: 'file_overlap' })),
    ]);
    expect((await declare(service, pairs[119])).status).toBe(201);
    const refused = await declare(service, pairs[120]);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ detail: expect.any(String) });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    await service.store();
    expect((await declare(service, pairs[120])).status).toBe(201);
  },
);

verifies.formA(
  'limits.edge-cap.ten-a-memory',
  async ({ service }) => {
    const pairs = await pairsOf(service, 12);
    await seedEdges(service, pairs.slice(0, 120).map(asDeclared));
    expect((await declare(service, pairs[0])).body.code).toBe('duplicate_manual_relationship');
  },
  { title: 'at the cap a duplicate is still told as one' },
);

verifies.formA('limits.edge-cap.pair-counts-once', async ({ service }) => {
  const pairs = await pairsOf(service, 13);
  const ascending = pairs.filter(({ source, target }) => source < target);
  const mirrored = ascending.slice(0, 70).flatMap(({ source, target }) => [
    { source, target },
    { source: target, target: source },
  ]);
  await seedEdges(
    service,
    mirrored.map((pair) => ({ ...asDeclared(pair), type: 'related_to' as const })),
  );
  expect((await declare(service, ascending[70])).status).toBe(201);
});

verifies.formA(
  ['limits.relationship-rate', 'limits.relationship-rate.per-workspace'],
  async ({ service, other }) => {
    expect(readConfig({}).RATE_RELATIONSHIP_PER_MINUTE).toBe(120);
    // So slow that nothing comes back while the test runs.
    const rates = { ...service.services.rates, relationship: { perMinute: 1, burst: 120 } };
    await using limited = await serveVariant(service, { rates });
    const second = await service.keyWithScope('write');
    const attempt = (number: number) =>
      limited.service.post(PATH, {}, { key: number % 2 === 0 ? second : service.key });
    const replies = await Promise.all(Array.from({ length: 121 }, (_, number) => attempt(number)));
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(120);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: expect.any(String) });
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    const elsewhere = await limited.service.post(PATH, {}, { key: other.key });
    expect(elsewhere.status).toBe(422);
  },
);

verifies.formA('idempotency.relationships', async ({ service }) => {
  const [source_id, target_id] = await service.seedMemories(2);
  const body = { source_id, target_id, relationship_type: 'related_to' };
  const headers = { 'idempotency-key': randomUUID() };
  const first = await service.post(PATH, body, { headers });
  const again = await service.post(PATH, body, { headers });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await service.post(PATH, body)).status).toBe(409);
  const refused = await service.post(PATH, body, { headers: { 'idempotency-key': randomUUID() } });
  expect(refused.body.code).toBe('duplicate_manual_relationship');
});

verifies.formA('http.order.404-before-409', async ({ service }) => {
  const [source_id, target_id] = await service.seedMemories(2);
  await service.post(PATH, { source_id, target_id, relationship_type: 'related_to' });
  const unknown = service.form === 'A' ? randomUUID() : 'mem-0000000000000000';
  const reply = await service.post(PATH, { source_id, target_id: unknown, relationship_type: 'related_to' });
  expect(reply.status).toBe(404);
});

verifies('errors.422.non-string-body-id', async ({ service }) => {
  const [target_id] = await service.seedMemories(1);
  const reply = await service.post(PATH, { source_id: 7, target_id, relationship_type: 'supersedes' });
  expect(reply.status).toBe(422);
  expect(reply.body.detail).toMatchObject([{ loc: ['body', 'source_id'], type: 'string_type' }]);
  const path = await service.post('/api/v1/memories/path', { source_memory_id: null, target_memory_id: 1 });
  expect(path.body.detail).toMatchObject([
    { loc: ['body', 'source_memory_id'], type: 'string_type' },
    { loc: ['body', 'target_memory_id'], type: 'string_type' },
  ]);
});

verifies(
  ['errors.404.malformed-body-id', 'memories.form-b.uuid-in-relationship-404'],
  async ({ service }) => {
    const memory = await service.store();
    const [ref] = await service.seedMemories(1);
    // The identifier of the other form is none in this one.
    const malformed = service.form === 'A' ? 'mem-0123456789abcdef' : memory.id;
    const bodies = [
      { source_id: malformed, target_id: ref, relationship_type: 'supersedes' },
      { source_id: ref, target_id: malformed, relationship_type: 'supersedes' },
    ];
    for (const body of bodies) expect((await service.post(PATH, body)).status).toBe(404);
    const paths = [
      { source_memory_id: malformed, target_memory_id: ref },
      { source_memory_id: ref, target_memory_id: malformed },
    ];
    for (const body of paths) expect((await service.post('/api/v1/memories/path', body)).status).toBe(404);
  },
);

verifies.formA(
  ['auth.scope.read-explore-403', 'auth.scope.read-path-403', 'auth.scope.read-relationships-403'],
  async ({ service }) => {
    const key = await service.keyWithScope('read');
    const replies = [
      await service.post('/api/v1/memories/explore', { query: 'x' }, { key }),
      await service.post('/api/v1/memories/path', {}, { key }),
      await service.post(PATH, {}, { key }),
      await service.delete(PATH, { key }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await service.get('/api/v1/memories/graph', { key })).status).toBe(200);
  },
);

verifies.formA('limits.rate.graph-reads', async ({ service }) => {
  const once = { perMinute: 1, burst: 1 };
  const plenty = service.services.rates.read;
  await using writeless = await serveVariant(service, {
    rates: { ...service.services.rates, write: once, read: plenty },
  });
  for (let number = 1; number <= 3; number += 1) {
    expect((await writeless.service.post('/api/v1/memories/explore', { query: 'x' })).status).toBe(200);
    expect((await writeless.service.post('/api/v1/memories/path', {})).status).toBe(422);
  }
  await using readless = await serveVariant(service, { rates: { ...service.services.rates, read: once } });
  const key = await service.keyWithScope('write');
  expect((await readless.service.post('/api/v1/memories/explore', { query: 'x' }, { key })).status).toBe(200);
  expect((await readless.service.post('/api/v1/memories/path', {}, { key })).status).toBe(429);
});
