import { expect } from 'vitest';
import type { Memory, RelationshipRecord, SearchResult } from '@memory/contracts';
import {
  embedOnly,
  meaningEmbedder,
  neuralProvider,
  serveWithProvider,
} from '../../support/neural-search.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const provider = neuralProvider(
  meaningEmbedder({
    source: [1, 0],
    nearest: [0.96, 0.28],
    near: [0.8, 0.6],
    far: [0.6, 0.8],
    across: [0, 1],
    opposite: [-1, 0],
  }),
);

const get = (service: TestWorkspace, ref: string, query = '') =>
  service.get(`/api/v1/memories/${ref}/related${query}`);

async function related(service: TestWorkspace, memory: Memory, query?: string): Promise<SearchResult[]> {
  const reply = await get(service, service.ref(memory), query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as SearchResult[];
}

const titles = async (...given: Parameters<typeof related>): Promise<string[]> =>
  (await related(...given)).map(({ memory: { title } }) => title);

const store = (service: TestWorkspace, title: string) => service.store({ title, narrative: title });

/** Stores memories at known distances from the first one. */
async function furnish(service: TestWorkspace): Promise<Memory> {
  await using variant = await serveWithProvider(service, provider);
  const source = await store(service, 'source');
  const others = [];
  for (const title of ['far', 'near', 'nearest', 'across', 'opposite', 'source again'])
    others.push(await store(service, title));
  await embedOnly(variant.service, [source, ...others]);
  return source;
}

verifies(
  ['related.ok', 'related.score', 'related.without-itself', 'related.threshold-default'],
  async ({ service }) => {
    const source = await furnish(service);
    const found = await related(service, source);
    expect(found.map(({ memory, ...rest }) => [memory.title, rest])).toEqual(
      [
        ['source again', 1],
        ['nearest', 0.96],
        ['near', 0.8],
      ].map(([title, score]) => [
        title,
        { score, keyword_score: 0, semantic_score: 0, match_type: 'semantic' },
      ]),
    );
    const { body: listed } = await service.get('/api/v1/memories/');
    for (const { memory } of found) expect(listed).toContainEqual(memory);
  },
);

verifies.formA('related.threshold-range', async ({ service }) => {
  const source = await furnish(service);
  const near = ['source again', 'nearest', 'near', 'far', 'across'];
  expect(await titles(service, source, '?similarity_threshold=0.0')).toEqual(near);
  expect(await titles(service, source, '?similarity_threshold=0.7')).toEqual(near.slice(0, 3));
  expect(await titles(service, source, '?similarity_threshold=1.0')).toEqual(near.slice(0, 1));
  for (const threshold of ['-0.01', '1.01', 'high'])
    expect(
      (await get(service, service.ref(source), `?similarity_threshold=${threshold}`)).status,
      threshold,
    ).toBe(422);
});

verifies.formA(
  'related.threshold-range',
  async ({ service }) => {
    for (const narrative of [
      'Messages are retried five times with backoff.',
      'Deploys go out on Tuesdays.',
    ]) {
      const [first, second] = [await service.store({ narrative }), await service.store({ narrative })];
      await service.runJobs();
      const found = await related(service, first, '?similarity_threshold=1');
      expect(found).toEqual([
        expect.objectContaining({ memory: expect.objectContaining({ id: second.id }), score: 1 }),
      ]);
    }
  },
  { title: 'a duplicate is found at 1.0, however its vector is rounded' },
);

verifies.formA(
  ['related.limit-default-10', 'related.limit-min-1', 'related.limit-max-50'],
  async ({ service }) => {
    await using variant = await serveWithProvider(service, provider);
    const memories: Memory[] = [];
    for (let number = 0; number <= 51; number += 1) memories.push(await store(service, `source ${number}`));
    await embedOnly(variant.service, memories);
    const source = memories[25]!;
    expect(await related(service, source)).toHaveLength(10);
    expect(await related(service, source, '?limit=1')).toHaveLength(1);
    const found = (await related(service, source, '?limit=50')).map(({ memory }) => memory.id);
    expect(new Set(found).size).toBe(50);
    expect(found).not.toContain(source.id);
    for (const limit of ['0', '51', 'all'])
      expect((await get(service, service.ref(source), `?limit=${limit}`)).status, limit).toBe(422);
  },
);

verifies.formA('related.no-embedding', async ({ service }) => {
  const first = await store(service, 'source');
  expect(await related(service, first, '?similarity_threshold=0')).toEqual([]);
  await furnish(service);
  expect(await related(service, first, '?similarity_threshold=0')).toEqual([]);
});

verifies.formA(['related.own-workspace', 'auth.isolation.embeddings'], async ({ service, other }) => {
  const fields = { title: 'Retry policy', narrative: 'Failed messages are retried five times with backoff.' };
  const foreign = [await other.store(fields), await other.store(fields)];
  const source = await service.store(fields);
  await service.runJobs();
  expect(await titles(other, foreign[0]!)).toEqual([fields.title]);
  expect(await related(service, source, '?similarity_threshold=0')).toEqual([]);
  const own = await service.store(fields);
  await service.runJobs();
  const ids = new Set([source.id, own.id]);
  expect((await related(service, source, '?similarity_threshold=0')).map(({ memory }) => memory.id)).toEqual([
    own.id,
  ]);
  const { body } = await service.post('/api/v1/memories/search', { query: 'retrying a failure', limit: 200 });
  expect(body.degraded).toBe(false);
  expect(new Set((body.results as SearchResult[]).map(({ memory }) => memory.id))).toEqual(ids);
  const detail = (await service.get(`/api/v1/memories/${service.ref(source)}`)).body;
  const edges = [...detail.outgoing_relationships, ...detail.incoming_relationships] as RelationshipRecord[];
  const refs = new Set([service.ref(source), service.ref(own)]);
  expect(edges.length).toBeGreaterThan(0);
  for (const { source_memory_id, target_memory_id } of edges)
    expect(new Set([source_memory_id, target_memory_id])).toEqual(refs);
});

verifies('related.unknown-404', async ({ service, other }) => {
  const foreign = other.ref(await furnish(other));
  for (const ref of [foreign, unknownRef(service.form), 'nonsense']) {
    const { status, body } = await get(service, ref);
    expect({ status, body }).toEqual({ status: 404, body: { detail: `Memory ${ref} was not found.` } });
  }
});
