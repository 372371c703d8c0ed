import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import {
  embedOnly,
  meaningEmbedder,
  neuralProvider,
  serveWithProvider,
} from '../../support/neural-search.ts';
import { seedEdges } from '../../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../../support/seeds/seed-memories.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const provider = neuralProvider(meaningEmbedder({ heat: [1, 0], near: [0.6, 0.8], cold: [-1, 0] }));

const hits = async (service: TestWorkspace, body: object) => {
  const reply = await service.post('/api/v1/memories/search', { query: 'heat', ...body });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.results as { memory: Memory; score: number; match_type: string }[]).map(
    ({ memory: { title }, score, match_type }) => ({ title, score, match_type }),
  );
};

const store = (service: TestWorkspace, title: string, fields: Partial<Memory> = {}) =>
  service.store({ title, narrative: title, ...fields });

verifies(
  [
    'search.graph.neighbours',
    'search.graph.confidence-least',
    'search.graph.score',
    'search.graph.match-type',
    'search.use-semantic-false.no-graph',
  ],
  async ({ service }) => {
    await using variant = await serveWithProvider(service, provider);
    const hit = await store(service, 'heat');
    const target = await store(service, 'cold target', { importance_score: 0.9 });
    const source = await store(service, 'cold source', { importance_score: 0.7 });
    const weak = await store(service, 'cold and hardly related');
    await embedOnly(variant.service, [hit, target, source, weak]);
    expect(await hits(variant.service, {})).toMatchObject([{ title: 'heat' }]);
    await seedEdges(service, [
      { source: hit.id, target: target.id, confidence: 0.5 },
      { source: source.id, target: hit.id, confidence: 1 },
      { source: hit.id, target: weak.id, confidence: 0.499 },
    ]);
    expect(await hits(variant.service, {})).toEqual([
      { title: 'heat', score: expect.closeTo(0.3 + 0.6 + 0.05, 6), match_type: 'combined' },
      { title: 'cold target', score: expect.closeTo(0.09, 6), match_type: 'semantic' },
      { title: 'cold source', score: expect.closeTo(0.07, 6), match_type: 'semantic' },
    ]);
    expect(await hits(variant.service, { use_semantic: false })).toMatchObject([{ title: 'heat' }]);
  },
);

verifies(
  ['search.graph-ignores-tags', 'search.graph.other-filters-hold', 'search.graph.score'],
  async ({ service }) => {
    await using variant = await serveWithProvider(service, provider);
    const fields: Partial<Memory> = {
      memory_type: 'decision',
      source_files: ['a.ts'],
      importance_score: 0.8,
      confidence_score: 0.8,
    };
    const hit = await store(service, 'heat', { ...fields, tags: ['wanted'] });
    const untagged = await store(service, 'near', fields);
    const others = [
      await store(service, 'near of another type', { ...fields, memory_type: 'pattern' }),
      await store(service, 'near in another file', { ...fields, source_files: ['b.ts'] }),
      await store(service, 'near and unimportant', { ...fields, importance_score: 0.1 }),
      await store(service, 'near and doubtful', { ...fields, confidence_score: 0.1 }),
      await store(service, 'near and excluded', fields),
    ];
    await embedOnly(variant.service, [hit, untagged, ...others]);
    const tagged = {
      query: 'heat -excluded',
      tags: ['wanted'],
      memory_types: ['decision'],
      files: ['a.ts'],
      min_importance: 0.5,
      min_confidence: 0.5,
    };
    expect(await hits(variant.service, tagged)).toMatchObject([{ title: 'heat' }]);
    await seedEdges(
      service,
      [untagged, ...others].map(({ id }) => ({ source: hit.id, target: id })),
    );
    expect(await hits(variant.service, tagged)).toEqual([
      expect.objectContaining({ title: 'heat', match_type: 'combined' }),
      { title: 'near', score: expect.closeTo(0.6 * 0.685 * 0.5 + 0.08, 6), match_type: 'semantic' },
    ]);
  },
);

verifies('search.graph.bounds', async ({ service }) => {
  await using variant = await serveWithProvider(service, provider);
  const direct: Memory[] = [];
  for (let number = 0; number < 11; number += 1)
    direct.push(await store(service, `heat ${number}`, { importance_score: number === 10 ? 0 : 1 }));
  await embedOnly(variant.service, direct);
  const neighbours = await seedManyMemories(service, { prefix: randomUUID().slice(0, 23), count: 61 });
  const tenth = direct[9]?.id ?? '';
  const eleventh = direct[10]?.id ?? '';
  await seedEdges(
    service,
    neighbours.map((target, number) => ({
      // The last one is a neighbour of the last direct hit alone.
      source: number === 60 ? eleventh : tenth,
      target,
      confidence: number < 10 ? 0.6 : 0.9,
    })),
  );
  const found = (await hits(variant.service, { limit: 100 })).map(({ title }) => title);
  const expected = neighbours.slice(10, 60).map((_, number) => `Memory ${number + 10}`);
  expect(found.slice(0, 11).toSorted()).toEqual(direct.map(({ title }) => title).toSorted());
  expect(found.slice(11).toSorted()).toEqual(expected.toSorted());
});
