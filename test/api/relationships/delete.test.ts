import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { testWithService, type Reply, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/relationships';

interface Names {
  relationship_id?: string;
  source_id?: string;
  target_id?: string;
  relationship_type?: string;
}

const byQuery = (service: TestWorkspace, names: Names): Promise<Reply> =>
  service.delete(`${PATH}?${new URLSearchParams({ ...names }).toString()}`);

const byBody = (service: TestWorkspace, names: Names): Promise<Reply> =>
  service.delete(PATH, { body: names });

async function declared(service: TestWorkspace, relationship_type = 'supersedes') {
  const [source_id = '', target_id = ''] = await service.seedMemories(2);
  const key = { source_id, target_id, relationship_type };
  const { body } = await service.post(PATH, key);
  return { key, ids: body.relationships.map(({ id }: { id: string }) => id) as string[] };
}

async function degree(service: TestWorkspace, ref: string): Promise<number> {
  const { body } = await service.get(`/api/v1/memories/${ref}`);
  return body.outgoing_relationships.length + body.incoming_relationships.length;
}

verifies.formA(
  ['relationships.delete.by-id', 'relationships.delete.no-content', 'relationships.delete.query'],
  async ({ service }) => {
    const { key, ids } = await declared(service);
    const reply = await byQuery(service, { relationship_id: ids[0] });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await degree(service, key.source_id)).toBe(0);
    expect((await byQuery(service, { relationship_id: ids[0] })).status).toBe(404);
  },
);

verifies(
  ['relationships.delete.by-natural-key', 'relationships.delete.body', 'relationships.delete.again-created'],
  async ({ service }) => {
    const { key } = await declared(service);
    expect((await byBody(service, key)).status).toBe(204);
    expect(await degree(service, key.target_id)).toBe(0);
    expect((await service.post(PATH, key)).status).toBe(201);
  },
);

verifies.formA('relationships.delete.mirrored-both', async ({ service }) => {
  const namings: ((pair: Awaited<ReturnType<typeof declared>>) => Names)[] = [
    ({ ids }) => ({ relationship_id: ids[0] }),
    ({ ids }) => ({ relationship_id: ids[1] }),
    ({ key }) => key,
    ({ key }) => ({ ...key, source_id: key.target_id, target_id: key.source_id }),
  ];
  for (const name of namings) {
    const pair = await declared(service, 'related_to');
    expect((await byQuery(service, name(pair))).status).toBe(204);
    expect(await degree(service, pair.key.source_id)).toBe(0);
  }
});

verifies.formA(
  'relationships.delete.mirrored-both',
  async ({ service }) => {
    const { key, ids } = await declared(service, 'supersedes');
    await service.post(PATH, {
      source_id: key.target_id,
      target_id: key.source_id,
      relationship_type: 'depends_on',
    });
    expect((await byQuery(service, { relationship_id: ids[0] })).status).toBe(204);
    expect(await degree(service, key.source_id)).toBe(1);
  },
  { title: 'two directed relationships the two ways are no pair' },
);

verifies.formA(
  ['relationships.delete.discovered-409', 'relationships.delete.natural-key-discovered-409'],
  async ({ service }) => {
    const [a, b] = [await service.store(), await service.store()];
    const [relationship_id] = await seedEdges(service, [
      { source: a.id, target: b.id, type: 'related_to', method: 'file_overlap' },
    ]);
    const key = { source_id: service.ref(a), target_id: service.ref(b), relationship_type: 'related_to' };
    for (const names of [{ relationship_id }, key]) {
      const reply = await byQuery(service, names);
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({ code: 'relationship_not_manual', detail: expect.any(String) });
    }
    expect(await degree(service, service.ref(a))).toBe(1);
  },
);

verifies.formA('relationships.delete.natural-key-manual', async ({ service }) => {
  const [a, b] = [await service.store(), await service.store()];
  await seedEdges(service, [{ source: a.id, target: b.id, type: 'related_to', method: 'file_overlap' }]);
  const key = { source_id: service.ref(a), target_id: service.ref(b), relationship_type: 'related_to' };
  await service.post(PATH, key);
  expect((await byQuery(service, key)).status).toBe(204);
  const { body } = await service.get(`/api/v1/memories/${service.ref(a)}`);
  expect(body.outgoing_relationships).toMatchObject([{ discovery_method: 'file_overlap' }]);
  expect((await byQuery(service, key)).status).toBe(409);
});

verifies('relationships.delete.unknown-404', async ({ service, other }) => {
  const { key } = await declared(service);
  const foreign = await declared(other);
  const names: Names[] = [
    { relationship_id: randomUUID() },
    { relationship_id: foreign.ids[0] },
    { relationship_id: 'nonsense' },
    foreign.key,
    { ...key, relationship_type: 'depends_on' },
    { ...key, relationship_type: 'no such type' },
    { ...key, source_id: key.target_id, target_id: key.source_id },
    { ...key, target_id: 'nonsense' },
  ];
  for (const name of names) {
    const reply = await byQuery(service, name);
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({
      detail: expect.stringContaining(name.relationship_id ?? name.source_id ?? ''),
    });
  }
  expect(await degree(other, foreign.key.source_id)).toBe(1);
});

async function expectInvalid(reply: Reply, locs: unknown[]): Promise<void> {
  expect(reply.status).toBe(422);
  expect(reply.body.code).toBeUndefined();
  expect(reply.body.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual(locs);
}

verifies.formA('relationships.delete.both-ways-422', async ({ service }) => {
  const { key, ids } = await declared(service);
  const names = { ...key, relationship_id: ids[0] };
  await expectInvalid(await byQuery(service, names), [['query']]);
  await expectInvalid(await byBody(service, names), [['body']]);
  expect(await degree(service, key.source_id)).toBe(1);
});

verifies.formA('relationships.delete.no-way-422', async ({ service }) => {
  await expectInvalid(await service.delete(PATH), [['body']]);
  await expectInvalid(await byBody(service, {}), [['body']]);
});

verifies.formA('relationships.delete.partial-key-422', async ({ service }) => {
  const { key } = await declared(service);
  await expectInvalid(await byQuery(service, { source_id: key.source_id }), [
    ['query', 'target_id'],
    ['query', 'relationship_type'],
  ]);
  await expectInvalid(await byBody(service, { source_id: key.source_id, target_id: key.target_id }), [
    ['body', 'relationship_type'],
  ]);
});

verifies.formA('relationships.delete.query-and-body-422', async ({ service }) => {
  const { key, ids } = await declared(service);
  const reply = await service.delete(`${PATH}?relationship_id=${ids[0]}`, { body: key });
  await expectInvalid(reply, [['query']]);
  expect(await degree(service, key.source_id)).toBe(1);
});
