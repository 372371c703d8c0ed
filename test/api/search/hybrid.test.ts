import { expect } from 'vitest';
import type { Memory, SearchReply } from '@memory/contracts';
import { createWorkspace } from '@memory/core';
import {
  embedOnly,
  meaningEmbedder,
  neuralProvider,
  serveWithProvider,
} from '../../support/neural-search.ts';
import { testWithService, TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const provider = neuralProvider(
  meaningEmbedder({ flow: [0.6, 0.8], heat: [1, 0], slab: [0, 1], warmth: [1, 0] }),
);

async function search(service: TestWorkspace, body: object): Promise<SearchReply> {
  const reply = await service.post('/api/v1/memories/search', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as SearchReply;
}

const hits = async (service: TestWorkspace, body: object) =>
  (await search(service, body)).results.map(({ memory: { title }, match_type, score }) => ({
    title,
    match_type,
    score,
  }));

const titles = async (service: TestWorkspace, query: string): Promise<string[]> =>
  (await search(service, { query })).results.map(({ memory: { title } }) => title);

const store = (service: TestWorkspace, title: string, fields: Partial<Memory> = {}) =>
  service.store({ title, narrative: title, ...fields });

verifies(
  [
    'search.score.formula',
    'search.semantic.finds',
    'search.result.match-semantic',
    'search.result.match-combined',
    'search.degraded.false',
  ],
  async ({ service }) => {
    await using variant = await serveWithProvider(service, provider);
    await embedOnly(variant.service, [
      await store(service, 'flow of warmth', { importance_score: 1 }),
      await store(service, 'heat', { importance_score: 0.4 }),
      await store(service, 'slab of warmth and other words', { importance_score: 0 }),
    ]);
    const byWords = await hits(variant.service, { query: 'warmth', use_semantic: false });
    const slab = byWords.find(({ title }) => title.startsWith('slab'))?.score ?? NaN;
    const { results, degraded, degradation_reason } = await search(variant.service, { query: 'warmth' });
    expect({ degraded, degradation_reason }).toEqual({ degraded: false, degradation_reason: null });
    expect(results.map(({ memory, match_type, score }) => [memory.title, match_type, score])).toEqual([
      // Cosines of 0.6, 0 and 1: 0.3 of the model's are no likeness, 0.9 are all of it. Words are 0.315 of the semantic score.
      ['flow of warmth', 'combined', expect.closeTo(0.3 + 0.6 * (0.315 + 0.685 * 0.5) + 0.1, 6)],
      ['slab of warmth and other words', 'keyword', expect.closeTo((1 + (0.6 * 0.315) / 0.3) * slab, 5)],
      ['heat', 'semantic', expect.closeTo(0.6 * 0.685 + 0.1 * 0.4, 6)],
    ]);
  },
);

verifies('search.fallback.embedding-pending', async ({ service }) => {
  await using variant = await serveWithProvider(service, provider);
  await embedOnly(variant.service, [await store(service, 'heat')]);
  await store(service, 'warmth without an embedding yet');
  expect(await hits(variant.service, { query: 'warmth' })).toEqual([
    {
      title: 'warmth without an embedding yet',
      match_type: 'keyword',
      score: expect.closeTo(0.3 + 0.6 * 0.315 + 0.05, 6),
    },
    { title: 'heat', match_type: 'semantic', score: expect.closeTo(0.6 * 0.685 + 0.05, 6) },
  ]);
});

verifies('search.tags-semantic', async ({ service }) => {
  await using variant = await serveWithProvider(service, provider);
  await embedOnly(variant.service, [
    await store(service, 'heat', { tags: ['kept'] }),
    await store(service, 'heat without the tag'),
    await store(service, 'slab that means something else', { tags: ['kept'] }),
  ]);
  const found = await hits(variant.service, { query: 'warmth', tags: ['kept'] });
  expect(found).toMatchObject([{ title: 'heat', match_type: 'semantic' }]);
});

verifies('search.filter-keeps-score', async ({ service }) => {
  await using variant = await serveWithProvider(service, provider);
  await embedOnly(variant.service, [
    await store(service, 'heat and warmth', { memory_type: 'decision' }),
    await store(service, 'flow', { tags: ['kept'], importance_score: 0.9 }),
    await store(service, 'slab of warmth', { tags: ['kept'], source_files: ['a.ts'] }),
    await store(service, 'heat', { tags: ['kept'], confidence_score: 0.9 }),
  ]);
  for (const use_semantic of [true, false]) {
    const query = { query: 'warmth', use_semantic };
    const all = await hits(variant.service, query);
    expect(all.length).toBe(use_semantic ? 4 : 2);
    for (const narrower of [
      { tags: ['kept'] },
      { memory_types: ['general'] },
      { files: ['a.ts'] },
      { min_importance: 0.8 },
      { min_confidence: 0.8 },
      { limit: 1 },
      { limit: 2, offset: 1 },
      { tags: ['kept'], limit: 1, offset: 1 },
    ])
      for (const hit of await hits(variant.service, { ...query, ...narrower }))
        expect(all, JSON.stringify(narrower)).toContainEqual(hit);
  }
});

verifies(
  'search.filter-keeps-score',
  async ({ service }) => {
    for (const title of ['heat and warmth', 'warmth of a slab', 'the warm flow', 'warmth', 'a slab'])
      await store(service, title, { tags: [title.slice(0, 1)] });
    await service.runJobs();
    const all = await hits(service, { query: 'warmth of heat' });
    expect(all.length).toBeGreaterThan(3);
    const pages = [];
    for (let offset = 0; offset <= all.length; offset += 2)
      pages.push(...(await hits(service, { query: 'warmth of heat', limit: 2, offset })));
    expect(pages).toEqual(all);
    const byWords = { query: 'warmth of heat', use_semantic: false };
    const narrowed = await hits(service, { ...byWords, tags: ['w'] });
    expect(narrowed).toHaveLength(2);
    const wide = await hits(service, byWords);
    for (const hit of narrowed) expect(wide).toContainEqual(hit);
  },
  { title: 'with the offline default pages keep the whole score, filters the keyword part' },
);

verifies('search.identifiers', async ({ service }) => {
  await store(service, 'getUserById reads the cache');
  await store(service, 'retry_max_attempts is five');
  await store(service, 'See packages/core/src/queue-driver.ts for it');
  await store(service, 'The build stops with ERR_MODULE_NOT_FOUND');
  await store(service, 'Nothing of all this');
  await service.runJobs();
  for (const [first, ...queries] of [
    ['getUserById reads the cache', 'getUserById', 'getuserbyid', 'user'],
    ['retry_max_attempts is five', 'retry_max_attempts', 'attempts'],
    ['See packages/core/src/queue-driver.ts for it', 'packages/core/src/queue-driver.ts', 'queue', 'driver'],
    ['The build stops with ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'module'],
  ])
    for (const query of queries) expect((await titles(service, query))[0], query).toBe(first);
});

verifies('search.language', async ({ service }) => {
  const { workspace_id: id, key } = await createWorkspace(service.services, {
    name: `german ${service.id}`,
    language: 'german',
  });
  const german = new TestWorkspace(service.host, { id, key });
  await store(german, 'Die Häuser wurden verkauft');
  const byStem = { query: 'Haus', use_semantic: false };
  expect(await hits(german, byStem)).toMatchObject([{ title: 'Die Häuser wurden verkauft' }]);
  const others = ['Die Häuser wurden verkauft', 'Очередь повторяет сообщения', '消息队列会重试失败的消息'];
  for (const title of others) await store(service, title);
  await service.runJobs();
  for (const [index, query] of ['Häuser', 'сообщения', '重试'].entries())
    expect((await titles(service, query))[0], query).toBe(others[index]);
  expect(await hits(service, byStem)).toEqual([]);
});

verifies('search.semantic.fusion', async ({ service }) => {
  await store(service, 'The database connection is closed after thirty seconds without a query.');
  await store(service, 'Ticket numbers come in blocks of five hundred for each scale.');
  await store(service, 'The scale closes a ticket when the truck has left.');
  await store(service, 'Log lines are kept for fourteen days.');
  await service.runJobs();
  // Each word of the first stands in one memory; of the others hardly one stands anywhere, or it stands in the wrong memory.
  for (const [first, ...queries] of [
    ['The scale closes a ticket when the truck has left.', 'scale closes ticket'],
    [
      'The database connection is closed after thirty seconds without a query.',
      'Wann wird die Verbindung zur Datenbank getrennt?',
      'connexion à la base de données fermée',
      '¿cuándo se cierra la conexión a la base de datos?',
      '数据库连接什么时候关闭',
      'when is an idle db session dropped',
      'wie lange lebt eine idle database session',
    ],
  ])
    for (const query of queries) expect((await titles(service, query))[0], query).toBe(first);
});
