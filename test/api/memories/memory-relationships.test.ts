import { expect } from 'vitest';
import { DISCOVERY_METHODS, RELATIONSHIP_TYPES, type Memory } from '@memory/contracts';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/relationships';

async function storeMany(service: TestWorkspace, count: number): Promise<Memory[]> {
  const memories: Memory[] = [];
  for (let number = 1; number <= count; number += 1)
    memories.push(await service.store({ title: `Memory ${number}` }));
  return memories;
}

const detailOf = async (service: TestWorkspace, memory: Memory) =>
  (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body as {
    outgoing_relationships: { id: string }[];
    incoming_relationships: { id: string }[];
  };

const idsOf = (edges: { id: string }[]): string[] => edges.map(({ id }) => id).toSorted();

async function declare(service: TestWorkspace, source: Memory, target: Memory, relationship_type: string) {
  const ends = { source_id: service.ref(source), target_id: service.ref(target) };
  const reply = await service.post(PATH, { ...ends, relationship_type });
  expect(reply.status).toBe(201);
  return reply.body.relationships as { id: string }[];
}

/** One memory in the middle, with edges out and in, declared and discovered, beside an edge that is not its own. */
async function around(service: TestWorkspace) {
  const [middle, a, b, c] = (await storeMany(service, 4)) as [Memory, Memory, Memory, Memory];
  const [discoveredOut, discoveredIn, apart] = await seedEdges(service, [
    { source: middle.id, target: a.id, type: 'references', method: 'file_overlap' },
    { source: b.id, target: middle.id, type: 'caused_by', method: 'session_context' },
    { source: a.id, target: b.id },
  ]);
  const [out] = await declare(service, middle, c, 'supersedes');
  const [in_] = await declare(service, a, middle, 'depends_on');
  return {
    middle,
    neighbours: [a, b, c] as const,
    outgoing: [discoveredOut ?? '', out?.id ?? ''].toSorted(),
    incoming: [discoveredIn ?? '', in_?.id ?? ''].toSorted(),
    apart: apart ?? '',
  };
}

verifies(['memories.get.outgoing', 'memories.get.incoming'], async ({ service }) => {
  const { middle, neighbours, outgoing, incoming, apart } = await around(service);
  const detail = await detailOf(service, middle);
  expect(idsOf(detail.outgoing_relationships)).toEqual(outgoing);
  expect(idsOf(detail.incoming_relationships)).toEqual(incoming);
  for (const edge of detail.outgoing_relationships)
    expect(edge).toMatchObject({ source_memory_id: service.ref(middle) });
  for (const edge of detail.incoming_relationships)
    expect(edge).toMatchObject({ target_memory_id: service.ref(middle) });
  // The same edge is the same object from its other end.
  const [a, b, c] = await Promise.all(neighbours.map((memory) => detailOf(service, memory)));
  expect([...(a?.incoming_relationships ?? []), ...(c?.incoming_relationships ?? [])]).toEqual(
    expect.arrayContaining(detail.outgoing_relationships),
  );
  expect(idsOf(b?.incoming_relationships ?? [])).toEqual([apart]);
});

verifies.formA('memories.delete.edges', async ({ service }) => {
  const { middle, neighbours, outgoing, incoming, apart } = await around(service);
  expect((await service.delete(`/api/v1/memories/${service.ref(middle)}`)).status).toBe(204);
  const left = await Promise.all(neighbours.map((memory) => detailOf(service, memory)));
  expect(
    left.flatMap((detail) => idsOf([...detail.outgoing_relationships, ...detail.incoming_relationships])),
  ).toEqual([apart, apart]);
  for (const id of [...outgoing, ...incoming])
    expect((await service.delete(`${PATH}?relationship_id=${id}`)).status).toBe(404);
});

verifies.formA('memories.batch-delete.edges', async ({ service, other }) => {
  const { middle, neighbours, apart } = await around(service);
  const theirs = await around(other);
  const [a, b, c] = neighbours;
  const memory_ids = [middle, c, theirs.middle].map((memory) => service.ref(memory));
  expect((await service.post('/api/v1/memories/batch-delete', { memory_ids })).status).toBe(200);
  expect(idsOf((await detailOf(service, a)).outgoing_relationships)).toEqual([apart]);
  expect((await detailOf(service, a)).incoming_relationships).toEqual([]);
  expect((await detailOf(service, b)).outgoing_relationships).toEqual([]);
  expect(idsOf((await detailOf(other, theirs.middle)).outgoing_relationships)).toEqual(theirs.outgoing);
});

verifies.formA('relationships.object.method-values', async ({ service }) => {
  expect(DISCOVERY_METHODS).toEqual([
    'embedding_similarity',
    'file_overlap',
    'concept_overlap',
    'session_context',
    'manual',
  ]);
  const [a, b] = (await storeMany(service, 2)) as [Memory, Memory];
  const found = DISCOVERY_METHODS.filter((method) => method !== 'manual');
  await seedEdges(
    service,
    found.map((method) => ({ source: a.id, target: b.id, method })),
  );
  await declare(service, a, b, 'supersedes');
  const { outgoing_relationships: edges } = await detailOf(service, a);
  const methods = edges.map((edge) => (edge as { discovery_method?: string }).discovery_method ?? '');
  expect(methods.toSorted()).toEqual([...DISCOVERY_METHODS].toSorted());
  const stated = await schemaOf(service);
  expect(stated.discovery_method.enum).toEqual(DISCOVERY_METHODS);
});

verifies.formA('relationships.object.type-values', async ({ service }) => {
  expect([...RELATIONSHIP_TYPES].toSorted()).toEqual([
    'caused_by',
    'contradicts',
    'depends_on',
    'references',
    'related_to',
    'similar_to',
    'supersedes',
  ]);
  const [a, b] = (await storeMany(service, 2)) as [Memory, Memory];
  await seedEdges(
    service,
    RELATIONSHIP_TYPES.map((type) => ({ source: a.id, target: b.id, type })),
  );
  const { outgoing_relationships: edges } = await detailOf(service, a);
  const types = edges.map((edge) => (edge as { relationship_type?: string }).relationship_type ?? '');
  expect(types.toSorted()).toEqual([...RELATIONSHIP_TYPES].toSorted());
  const stated = await schemaOf(service);
  expect(stated.relationship_type).toEqual({ $ref: '#/components/schemas/RelationshipType' });
});

/** The fields of a relationship as the description of the interface states them. */
async function schemaOf(service: TestWorkspace) {
  const { body } = await service.get('/api/v1/openapi.json');
  return body.components.schemas.Relationship.properties;
}

verifies('errors.shape.coded', async ({ service }) => {
  const [a, b] = (await storeMany(service, 2)) as [Memory, Memory];
  const ends = { source_id: service.ref(a), target_id: service.ref(b) };
  await declare(service, a, b, 'supersedes');
  const [discovered] = await seedEdges(service, [{ source: a.id, target: b.id }]);
  const same = { ...ends, target_id: ends.source_id };
  const replies = [
    [422, 'self_edge_not_allowed', await service.post(PATH, { ...same, relationship_type: 'related_to' })],
    [
      422,
      'excluded_relationship_type',
      await service.post(PATH, { ...ends, relationship_type: 'similar_to' }),
    ],
    [
      409,
      'duplicate_manual_relationship',
      await service.post(PATH, { ...ends, relationship_type: 'supersedes' }),
    ],
    [409, 'relationship_not_manual', await service.delete(`${PATH}?relationship_id=${discovered}`)],
  ] as const;
  for (const [status, code, reply] of replies) {
    expect(reply.status, code).toBe(status);
    expect(reply.body).toEqual({ detail: expect.any(String), code });
    expect(reply.headers.get('content-type')).toContain('application/json');
  }
});
