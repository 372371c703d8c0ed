import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { seedEdges, type SeededEdge } from '../../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../../support/seeds/seed-memories.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const EXPLORE = '/api/v1/memories/explore';

interface Node {
  id?: string;
  memory_id?: string;
}

const explore = (service: TestWorkspace, body: object) =>
  service.post(EXPLORE, { query: 'lighthouse', ...body });

const refsOf = ({ nodes }: { nodes: Node[] }): string[] =>
  nodes.map(({ id, memory_id }) => id ?? memory_id ?? '');

/** Sorts lists whose order is not what a test is about. */
const inOrder = (refs: (string | undefined)[]): string[] =>
  refs.map(String).toSorted((a, b) => a.localeCompare(b));

/** One memory that the query finds, `count` that only edges lead to, and edges from it that `edgeOf` may change. */
async function star(
  service: TestWorkspace,
  count: number,
  edgeOf: (place: number) => Partial<SeededEdge> = () => ({}),
) {
  const seed = await service.store({ title: 'Lighthouse' });
  const others: Memory[] = [];
  for (let number = 0; number < count; number += 1)
    others.push(await service.store({ title: `Buoy ${number}` }));
  await seedEdges(
    service,
    others.map(({ id }, place) => ({ source: seed.id, target: id, ...edgeOf(place) })),
  );
  return { seed, others, seedRef: service.ref(seed), refs: others.map((memory) => service.ref(memory)) };
}

verifies(
  [
    'graph.explore.ok',
    'graph.explore.traversal',
    'graph.explore.edges-within',
    'graph.node.fields',
    'graph.edge.fields',
    'memories.form-b.seed-and-path',
  ],
  async ({ service }) => {
    const { seed, others, seedRef, refs } = await star(service, 2);
    const far = await service.store({ title: 'Harbour' });
    await seedEdges(service, [{ source: others[1]!.id, target: far.id, type: 'caused_by', confidence: 0.4 }]);
    await service.store({ title: 'Unrelated' });
    const reply = await explore(service, {});
    expect(reply.status).toBe(200);
    expect(reply.body.seed_memories).toEqual([seedRef]);
    expect(Object.keys(reply.body).toSorted()).toEqual(['edges', 'nodes', 'seed_memories']);
    expect(reply.body.nodes[0]).toEqual({
      ...(service.form === 'A' ? { id: seed.id } : { memory_id: seed.memory_id }),
      title: 'Lighthouse',
      memory_type: 'general',
      importance_score: 0.5,
      pagerank_score: null,
      community_label: null,
    });
    expect(inOrder(refsOf(reply.body))).toEqual(inOrder([seedRef, ...refs, service.ref(far)]));
    expect(reply.body.edges).toHaveLength(3);
    expect(reply.body.edges).toContainEqual({
      source_memory_id: refs[1],
      target_memory_id: service.ref(far),
      relationship_type: 'caused_by',
      confidence: 0.4,
    });
  },
);

verifies.formA('graph.explore.query-required', async ({ service }) => {
  const reply = await service.post(EXPLORE, {});
  expect(reply.body).toEqual({
    detail: [{ loc: ['body', 'query'], msg: 'Field required', type: 'missing' }],
  });
  expect(reply.status).toBe(422);
});

verifies.formA('graph.explore.no-match', async ({ service }) => {
  await star(service, 1);
  for (const query of ['zeppelin', '', '   ', '!!!']) {
    const reply = await explore(service, { query });
    expect([reply.status, reply.body]).toEqual([200, { nodes: [], edges: [], seed_memories: [] }]);
  }
});

verifies.formA(['graph.explore.direction-ignored', 'graph.edges.stored-direction'], async ({ service }) => {
  const { seed, seedRef, refs, others } = await star(service, 1, () => ({}));
  const incoming = await service.store({ title: 'Pilot' });
  await seedEdges(service, [{ source: incoming.id, target: seed.id, type: 'depends_on' }]);
  expect(others).toHaveLength(1);
  const { body } = await explore(service, {});
  expect(inOrder(refsOf(body))).toEqual(inOrder([seedRef, ...refs, service.ref(incoming)]));
  expect(body.edges).toContainEqual({
    source_memory_id: service.ref(incoming),
    target_memory_id: seedRef,
    relationship_type: 'depends_on',
    confidence: 0.8,
  });
});

verifies.formA(
  ['graph.explore.relationship-types', 'graph.explore.relationship-types-default', 'graph.types-empty-all'],
  async ({ service }) => {
    const { refs, seedRef } = await star(service, 2, (place) => ({
      type: place === 0 ? 'references' : 'caused_by',
    }));
    const found = async (relationship_types?: string[] | null) =>
      inOrder(refsOf((await explore(service, { relationship_types })).body));
    expect(await found(['references'])).toEqual(inOrder([seedRef, refs[0]]));
    expect(await found(['supersedes'])).toEqual([seedRef]);
    for (const all of [undefined, null, []]) expect(await found(all)).toEqual(inOrder([seedRef, ...refs]));
  },
);

verifies.formA(
  [
    'graph.explore.min-edge-confidence',
    'graph.explore.min-edge-confidence-default',
    'graph.explore.min-edge-confidence-range',
  ],
  async ({ service }) => {
    const { refs, seedRef } = await star(service, 3, (place) => ({ confidence: [0, 0.5, 1][place] }));
    const found = async (min_edge_confidence?: number) =>
      refsOf((await explore(service, { min_edge_confidence })).body);
    expect(await found()).toEqual([seedRef, refs[2], refs[1], refs[0]]);
    expect(await found(0.5)).toEqual([seedRef, refs[2], refs[1]]);
    expect(await found(1)).toEqual([seedRef, refs[2]]);
    for (const min_edge_confidence of [-0.1, 1.1])
      expect((await explore(service, { min_edge_confidence })).status).toBe(422);
  },
);

verifies.formA(
  ['graph.explore.best-edges', 'graph.explore.max-nodes-exact', 'graph.explore.max-nodes-min-1'],
  async ({ service }) => {
    const { refs, seedRef } = await star(service, 6, (place) => ({ confidence: 0.1 * (place + 1) }));
    for (let max_nodes = 1; max_nodes <= 8; max_nodes += 1) {
      const { body } = await explore(service, { max_nodes });
      expect(refsOf(body)).toEqual([seedRef, ...refs.toReversed().slice(0, max_nodes - 1)]);
      expect(body.edges).toHaveLength(Math.min(max_nodes - 1, 6));
    }
    expect((await explore(service, { max_nodes: 0 })).status).toBe(422);
  },
);

verifies.formA(
  ['graph.explore.seed-limit-default', 'graph.explore.seed-limit-range', 'graph.explore.seeds-in-nodes'],
  async ({ service }) => {
    for (let number = 0; number < 7; number += 1) await service.store({ title: `Lighthouse ${number}` });
    const { body } = await explore(service, {});
    expect(body.seed_memories).toHaveLength(5);
    expect(refsOf(body)).toEqual(body.seed_memories);
    expect((await explore(service, { seed_limit: 1 })).body.seed_memories).toHaveLength(1);
    expect((await explore(service, { seed_limit: 50 })).body.seed_memories).toHaveLength(7);
    const cut = (await explore(service, { seed_limit: 50, max_nodes: 3 })).body;
    expect(cut.seed_memories).toHaveLength(3);
    expect(cut.nodes).toHaveLength(3);
    for (const seed_limit of [0, 51]) expect((await explore(service, { seed_limit })).status).toBe(422);
  },
);

/** Embedded before there are many others: no message waits that would have all of them embedded. */
async function embeddedSeed(service: TestWorkspace): Promise<Memory> {
  const seed = await service.store({ title: 'Lighthouse' });
  await service.runJobs();
  return seed;
}

/** The seed, and `count` more in two steps from it: a hub with an edge to every other. */
async function hub(service: TestWorkspace, count: number) {
  const seed = await embeddedSeed(service);
  const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count });
  const [middle = '', ...rest] = ids;
  await seedEdges(service, [
    { source: seed.id, target: middle },
    ...rest.map((target, place) => ({ source: middle, target, confidence: (place + 1) / count })),
  ]);
}

verifies.formA(
  ['graph.explore.max-nodes-default', 'graph.explore.max-nodes-max-200', 'graph.explore.max-nodes-exact'],
  async ({ service }) => {
    const seed = await embeddedSeed(service);
    const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count: 250 });
    // Seventeen branches of up to fifteen, so that no memory is a hub.
    await seedEdges(
      service,
      ids.map((target, place) => ({ source: place < 17 ? seed.id : ids[place % 17]!, target })),
    );
    expect((await explore(service, {})).body.nodes).toHaveLength(50);
    expect((await explore(service, { max_nodes: 200 })).body.nodes).toHaveLength(200);
    expect((await explore(service, { max_nodes: 201 })).status).toBe(422);
  },
);

verifies.formA('graph.explore.hub', async ({ service }) => {
  await hub(service, 3_000);
  const { status, body } = await explore(service, { max_nodes: 200 });
  expect(status).toBe(200);
  // The seed, the hub, and the fifty that the hub is surest of.
  expect(body.nodes).toHaveLength(52);
  expect(body.edges.map(({ confidence }: { confidence: number }) => confidence).slice(0, 3)).toEqual([
    2_999 / 3_000,
    2_998 / 3_000,
    2_997 / 3_000,
  ]);
});

verifies.formA('graph.explore.seeds-semantic', async ({ service }) => {
  const subjects = [
    [
      'Retry with exponential backoff',
      'Failed deliveries wait longer after each attempt before they are retried.',
    ],
    ['Colours of the settings page', 'Buttons are green, warnings are orange, headings use the brand font.'],
    ['Postgres migrations', 'Schema migrations run in one transaction under an advisory lock at deploy.'],
  ] as const;
  const refs: string[] = [];
  for (const [title, narrative] of subjects)
    refs.push(service.ref(await service.store({ title, narrative })));
  await service.runJobs();
  // No word of the queries stands in a memory as it is written there.
  expect(
    (await explore(service, { query: 'retrying a failing delivery', seed_limit: 1 })).body.seed_memories,
  ).toEqual([refs[0]]);
  expect((await explore(service, { query: 'migrated schemas', seed_limit: 1 })).body.seed_memories).toEqual([
    refs[2],
  ]);
});
