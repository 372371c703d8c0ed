import { request } from 'undici';
import { expect } from 'vitest';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../../support/seeds/seed-memories.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const GRAPH = '/api/v1/memories/graph';

verifies.formA('graph.whole.empty', async ({ service }) => {
  const reply = await service.get(GRAPH);
  expect([reply.status, reply.text]).toEqual([200, '{"nodes":[],"edges":[]}']);
});

verifies(
  [
    'graph.whole.ok',
    'graph.node.fields',
    'graph.full-edge.fields',
    'graph.whole.lone-memories',
    'graph.whole.own-workspace',
    'memories.form-b.graph-nodes',
    'memories.form-b.relationship-ids',
    'auth.isolation.graph',
  ],
  async ({ service, other }) => {
    const memories = [
      await service.store({ title: 'First', memory_type: 'decision', importance_score: 0.9 }),
      await service.store({ title: 'Second' }),
      await service.store({ title: 'Alone' }),
    ];
    await other.store();
    const [first, second] = memories.map((memory) => service.ref(memory));
    await service.post('/api/v1/relationships', {
      source_id: first,
      target_id: second,
      relationship_type: 'supersedes',
    });
    const reply = await service.get(GRAPH);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('link')).toBeNull();
    expect(reply.body).toEqual({
      nodes: memories.map((memory) => ({
        ...(service.form === 'A' ? { id: memory.id } : { memory_id: memory.memory_id }),
        title: memory.title,
        memory_type: memory.memory_type,
        importance_score: memory.importance_score,
        pagerank_score: null,
        community_label: null,
      })),
      edges: [
        {
          source_memory_id: first,
          target_memory_id: second,
          relationship_type: 'supersedes',
          confidence: 1,
          discovery_method: 'manual',
          is_bidirectional: false,
          created_at: expect.stringMatching(/Z$/),
        },
      ],
    });
  },
);

/** A ring of so many memories with three edges each. */
async function seedRing(service: TestWorkspace, count: number): Promise<void> {
  const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count });
  const at = (place: number) => ids[place % count] ?? '';
  await seedEdges(
    service,
    ids.flatMap((source, place) => [1, 2, 3].map((step) => ({ source, target: at(place + step) }))),
  );
}

verifies.whole(
  'graph.whole.ok',
  async ({ service }) => {
    await seedRing(service, 2_600);
    const { body } = await service.get(GRAPH);
    expect(body.nodes).toHaveLength(2_600);
    expect(body.edges).toHaveLength(7_800);
    const refs = new Set(
      body.nodes.map(({ id, memory_id }: { id?: string; memory_id?: string }) => id ?? memory_id),
    );
    expect(refs.size).toBe(2_600);
    const pairs = body.edges.map(
      (edge: Record<string, string>) => `${edge['source_memory_id']} ${edge['target_memory_id']}`,
    );
    expect(new Set(pairs).size).toBe(7_800);
  },
  { title: 'a graph of many internal pages arrives whole' },
);

async function received(service: TestWorkspace, acceptEncoding: string | undefined) {
  const { headers, body } = await request(service.host.url + GRAPH, {
    headers: {
      authorization: `Token ${service.key}`,
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    },
  });
  return {
    encoding: headers['content-encoding'],
    vary: headers['vary'],
    bytes: Buffer.from(await body.arrayBuffer()),
  };
}

verifies.formA('graph.whole.compressed', async ({ service }) => {
  await seedRing(service, 300);
  const plain = await received(service, undefined);
  expect(plain).toMatchObject({ encoding: undefined, vary: 'Accept-Encoding' });
  for (const accept of ['gzip', 'br, gzip;q=0.5', '*', 'GZIP ; q=1']) {
    const { encoding, bytes } = await received(service, accept);
    expect(encoding).toBe('gzip');
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
    const { gunzipSync } = await import('node:zlib');
    expect(gunzipSync(bytes).toString()).toBe(plain.bytes.toString());
  }
  for (const accept of ['br', 'gzip;q=0', 'identity', 'gzip;q=0.0, *'])
    expect((await received(service, accept)).encoding).toBe(undefined);
});

verifies.formA('graph.whole.large', async ({ service }) => {
  await seedRing(service, 400);
  await using small = await serveVariant(service, { replyBytesMax: 80_000 });
  const identity = { headers: { 'accept-encoding': 'identity' } };
  const refused = await small.service.get(GRAPH, identity);
  expect(refused.status).toBe(413);
  expect(refused.body).toEqual({
    code: 'graph_too_large',
    detail: expect.stringContaining(`${GRAPH}?limit=`),
  });
  const whole = (await service.get(GRAPH)).body;

  const pages: { nodes: unknown[]; edges: unknown[] }[] = [];
  for (let next: string | undefined = `${GRAPH}?limit=150`; next !== undefined;) {
    const page = await small.service.get(next, identity);
    expect(page.status).toBe(200);
    expect(Object.keys(page.body)).toEqual(['nodes', 'edges']);
    expect(page.body.nodes.length + page.body.edges.length).toBeLessThanOrEqual(150);
    pages.push(page.body);
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(pages.length).toBeGreaterThanOrEqual(11);
  expect(pages.flatMap(({ nodes }) => nodes)).toEqual(whole.nodes);
  expect(pages.flatMap(({ edges }) => edges)).toEqual(whole.edges);
});

verifies.formA(
  'graph.whole.large',
  async ({ service }) => {
    await seedRing(service, 400);
    // Room for the first two parts, half of what there is.
    await using small = await serveVariant(service, { replyBytesMax: 330_000 });
    const first = await small.service.get(`${GRAPH}?limit=100000`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(first.body.nodes).toHaveLength(400);
    expect(first.body.edges).toHaveLength(0);
    expect(first.headers.get('link')).toMatch(
      /^<\/api\/v1\/memories\/graph\?limit=100000&after=edges%3A[0-9-]+>; rel="next"$/,
    );
  },
  { title: "a page ends where the platform's limit does" },
);

verifies.formA(
  'graph.whole.large',
  async ({ service }) => {
    for (const query of ['limit=0', 'limit=100001', 'limit=x', 'after=nodes', 'after=edges:1'])
      expect((await service.get(`${GRAPH}?${query}`)).status).toBe(422);
  },
  { title: 'a limit out of range or a made-up cursor is 422' },
);
