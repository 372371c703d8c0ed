import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { seedEdges, type SeededEdge } from '../../support/seeds/seed-edges.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const PATH = '/api/v1/memories/path';

const NONE = { path: [], edges: [], depth: 0 };

/** Memories in a row, each joined to the next by an edge that `edgeOf` may change. */
async function chain(
  service: TestWorkspace,
  count: number,
  edgeOf: (step: number) => Partial<SeededEdge> = () => ({}),
) {
  const memories: Memory[] = [];
  for (let number = 0; number < count; number += 1)
    memories.push(await service.store({ title: `Link ${number}` }));
  const ids = memories.map(({ id }) => id);
  const refs = memories.map((memory) => service.ref(memory));
  await seedEdges(
    service,
    ids.slice(1).map((target, step) => ({ source: ids[step] ?? '', target, ...edgeOf(step) })),
  );
  return { ids, refs };
}

const find = (service: TestWorkspace, from: string | undefined, to: string | undefined, rest: object = {}) =>
  service.post(PATH, { source_memory_id: from, target_memory_id: to, ...rest });

verifies(
  [
    'graph.path.ok',
    'graph.path.shortest',
    'graph.path.depth',
    'graph.path.edges',
    'graph.edge.fields',
    'memories.form-b.seed-and-path',
  ],
  async ({ service }) => {
    const { ids, refs } = await chain(service, 5);
    // A way round of the same length as the direct one plus one, and a weaker edge beside a step.
    await seedEdges(service, [
      { source: ids[1]!, target: ids[2]!, type: 'related_to', method: 'concept_overlap', confidence: 0.9 },
    ]);
    const reply = await find(service, refs[0], refs[3]);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      path: refs.slice(0, 4),
      edges: [
        {
          source_memory_id: refs[0],
          target_memory_id: refs[1],
          relationship_type: 'similar_to',
          confidence: 0.8,
        },
        {
          source_memory_id: refs[1],
          target_memory_id: refs[2],
          relationship_type: 'related_to',
          confidence: 0.9,
        },
        {
          source_memory_id: refs[2],
          target_memory_id: refs[3],
          relationship_type: 'similar_to',
          confidence: 0.8,
        },
      ],
      depth: 3,
    });
    await seedEdges(service, [{ source: ids[0]!, target: ids[3]!, confidence: 0.1 }]);
    expect((await find(service, refs[0], refs[3])).body).toMatchObject({
      path: [refs[0], refs[3]],
      depth: 1,
    });
  },
);

verifies.formA(['graph.path.direction-ignored', 'graph.edges.stored-direction'], async ({ service }) => {
  const { refs } = await chain(service, 3);
  expect((await find(service, refs[2], refs[0])).body).toEqual({
    path: [refs[2], refs[1], refs[0]],
    edges: [
      {
        source_memory_id: refs[1],
        target_memory_id: refs[2],
        relationship_type: 'similar_to',
        confidence: 0.8,
      },
      {
        source_memory_id: refs[0],
        target_memory_id: refs[1],
        relationship_type: 'similar_to',
        confidence: 0.8,
      },
    ],
    depth: 2,
  });
});

verifies.formA(
  ['graph.path.max-depth-default', 'graph.path.none', 'graph.path.max-depth-range'],
  async ({ service }) => {
    const { refs } = await chain(service, 12);
    expect((await find(service, refs[0], refs[5])).body).toMatchObject({ path: refs.slice(0, 6), depth: 5 });
    expect((await find(service, refs[0], refs[6])).body).toEqual(NONE);
    expect((await find(service, refs[0], refs[1], { max_depth: 1 })).body.depth).toBe(1);
    expect((await find(service, refs[0], refs[2], { max_depth: 1 })).body).toEqual(NONE);
    expect((await find(service, refs[0], refs[10], { max_depth: 10 })).body).toMatchObject({
      path: refs.slice(0, 11),
      depth: 10,
    });
    expect((await find(service, refs[0], refs[11], { max_depth: 10 })).body).toEqual(NONE);
    for (const max_depth of [0, 11, 2.5, '5'])
      expect((await find(service, refs[0], refs[1], { max_depth })).status).toBe(422);
  },
);

verifies.formA(['graph.path.relationship-types', 'graph.types-empty-all'], async ({ service }) => {
  const { refs } = await chain(service, 3, (step) => ({ type: step === 0 ? 'supersedes' : 'caused_by' }));
  const depthWith = async (relationship_types: string[] | null) =>
    (await find(service, refs[0], refs[2], { relationship_types })).body.depth;
  expect(await depthWith(['supersedes'])).toBe(0);
  expect(await depthWith(['supersedes', 'caused_by'])).toBe(2);
  expect(await depthWith([])).toBe(2);
  expect(await depthWith(null)).toBe(2);
});

verifies.formA('graph.types-unknown-422', async ({ service }) => {
  for (const [path, body] of [
    [PATH, { source_memory_id: 'a', target_memory_id: 'b' }],
    ['/api/v1/memories/explore', { query: 'x' }],
  ] as const) {
    const reply = await service.post(path, { ...body, relationship_types: ['supersedes', 'blocks'] });
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'relationship_types', 1], type: 'enum' }]);
  }
});

verifies.formA(['graph.path.source-required', 'graph.path.target-required'], async ({ service }) => {
  const reply = await service.post(PATH, {});
  expect(reply.status).toBe(422);
  expect(reply.body.detail).toEqual([
    { loc: ['body', 'source_memory_id'], msg: 'Field required', type: 'missing' },
    { loc: ['body', 'target_memory_id'], msg: 'Field required', type: 'missing' },
  ]);
});

verifies(
  ['graph.path.unknown-source-404', 'graph.path.unknown-target-404', 'graph.path.same-unknown-404'],
  async ({ service, other }) => {
    const [own] = await service.seedMemories(1);
    const [foreign = ''] = await other.seedMemories(1);
    const unknown = service.form === 'A' ? randomUUID() : 'mem-0000000000000000';
    for (const ref of [unknown, foreign, 'nonsense'])
      for (const [from, to] of [
        [ref, own],
        [own, ref],
        [ref, ref],
      ]) {
        const reply = await find(service, from, to);
        expect([reply.status, reply.text]).toEqual([404, `{"detail":"Memory ${ref} was not found."}`]);
      }
  },
);

verifies.formA('graph.path.same-ends', async ({ service }) => {
  const { refs } = await chain(service, 2);
  expect((await find(service, refs[0], refs[0])).body).toEqual({ path: [refs[0]], edges: [], depth: 0 });
});
