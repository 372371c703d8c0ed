import { describe, expect } from 'vitest';
import type { Memory, SearchReply } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SEARCH = '/api/v1/memories/search';

/** Searches by words alone unless told otherwise. */
async function search(service: TestWorkspace, body: object): Promise<SearchReply> {
  const reply = await service.post(SEARCH, { use_semantic: false, ...body });
  expect(reply.status, JSON.stringify(body).slice(0, 99)).toBe(200);
  return reply.body as SearchReply;
}

const titles = async (service: TestWorkspace, body: object): Promise<string[]> =>
  (await search(service, body)).results.map(({ memory }) => memory.title);

const found = async (service: TestWorkspace, query: string): Promise<string[]> =>
  (await titles(service, { query })).sort();

const storeAll = async (service: TestWorkspace, memories: (Partial<Memory> & { title: string })[]) => {
  for (const memory of memories) await service.store({ narrative: memory.title, ...memory });
};

describe('the answer', () => {
  verifies(
    [
      'search.ok',
      'search.response.fields',
      'search.response.count',
      'search.response.query-echo',
      'search.result.fields',
      'search.result.memory-full',
      'search.filters-echo',
      'search.component-scores-zero',
      'search.result.match-keyword',
    ],
    async ({ service }) => {
      const memory = await service.store({ title: 'Walrus on ice', tags: ['a'] });
      const query = ' Walrus  "on ice" ';
      const reply = await service.post(SEARCH, { query, use_semantic: false });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        count: 1,
        query,
        filters: { workspace_id: service.id, memory_types: null, tags: null, min_importance: null },
        results: [
          {
            memory,
            score: expect.any(Number),
            keyword_score: 0,
            semantic_score: 0,
            match_type: 'keyword',
          },
        ],
        degraded: false,
        degradation_reason: null,
        // Null where the check took longer than its 150 ms.
        code_graph_available: expect.toBeOneOf([false, null]),
      });
      const filters = { memory_types: ['general'], tags: ['a'], min_importance: 0.5 };
      const filtered = await search(service, { ...filters, query: 'walrus', min_confidence: 0, files: null });
      expect(filtered.filters).toEqual({ workspace_id: service.id, ...filters });
      expect(filtered.count).toBe(1);
      const none = await search(service, { query: 'nothing' });
      expect(none).toMatchObject({ count: 0, results: [], query: 'nothing' });
    },
  );

  verifies(
    [
      'search.keyword-score.formula',
      'search.keyword-score.importance',
      'search.result.score-range',
      'search.score-rounded',
      'search.result.order',
    ],
    async ({ service }) => {
      await storeAll(service, [
        { title: 'walrus', importance_score: 0.3 },
        { title: 'walrus', importance_score: 0.9 },
        { title: 'walrus', importance_score: 1 / 3 },
        { title: 'walrus among many other words that dilute it', importance_score: 1 },
      ]);
      const { results } = await search(service, { query: 'walrus' });
      const scores = results.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(String(score).replace(/^\d+\.?/u, '').length).toBeLessThanOrEqual(6);
      }
      // The best match has the keyword score 1, so have its equals.
      const equals = results.filter(({ memory }) => memory.title === 'walrus');
      expect(equals.map(({ score }) => score)).toEqual([0.39, 0.333333, 0.33]);
      const diluted = results.find(({ memory }) => memory.title !== 'walrus');
      expect(diluted?.score).toBeLessThan(0.4);
      expect(diluted?.score).toBeGreaterThan(0.1);
    },
  );

  verifies('auth.isolation.search', async ({ service, other }) => {
    const memories = [{ title: 'walrus ice' }, { title: 'walrus' }, { title: 'ice' }];
    await storeAll(service, memories);
    const before = await search(service, { query: 'walrus ice' });
    expect(before.count).toBe(3);
    await storeAll(other, [
      ...memories,
      ...Array.from({ length: 20 }, (_, number) => ({ title: `walrus ${number}` })),
    ]);
    const { results } = await search(service, { query: 'walrus ice' });
    expect(results).toEqual(before.results);
    expect((await search(other, { query: 'walrus ice' })).count).toBe(20);
  });

  verifies('search.own-workspace', async ({ service, other }) => {
    await other.store({ title: 'Walrus', source_files: ['a.ts'] });
    expect((await search(service, { query: 'walrus' })).count).toBe(0);
    expect((await search(service, { files: ['a.ts'] })).count).toBe(0);
    expect((await search(other, { query: 'walrus' })).results[0]?.memory.workspace_id).toBe(other.id);
  });
});

describe('pages', () => {
  verifies(
    [
      'search.limit-default-20',
      'search.limit-min-1',
      'search.limit-max-200',
      'search.offset-default-0',
      'search.offset-pages',
      'search.offset-negative-422',
      'search.response.count',
    ],
    async ({ service }) => {
      const memories = Array.from({ length: 25 }, (_, number) => ({
        title: `walrus ${number}`,
        importance_score: 0.5,
      }));
      await storeAll(service, memories);
      const all = await titles(service, { query: 'walrus', limit: 200 });
      expect(new Set(all).size).toBe(25);
      const first = await search(service, { query: 'walrus' });
      expect(first.count).toBe(20);
      expect(first.results.map(({ memory }) => memory.title)).toEqual(all.slice(0, 20));
      expect(await titles(service, { query: 'walrus', limit: 1 })).toEqual(all.slice(0, 1));
      const pages: string[] = [];
      for (let offset = 0; offset < 30; offset += 4)
        pages.push(...(await titles(service, { query: 'walrus', limit: 4, offset })));
      expect(pages).toEqual(all);
      expect(await search(service, { query: 'walrus', offset: 25 })).toMatchObject({ count: 0, results: [] });
      expect((await search(service, { query: 'walrus', offset: 2_147_483_647 })).count).toBe(0);
      for (const wrong of [{ limit: 0 }, { limit: 201 }, { limit: -1 }, { offset: -1 }]) {
        const reply = await service.post(SEARCH, { query: 'walrus', ...wrong });
        expect(reply).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', Object.keys(wrong)[0]] }] },
        });
      }
    },
  );
});

describe('words', () => {
  verifies(['search.any-word', 'search.more-words-higher'], async ({ service }) => {
    await storeAll(service, [
      { title: 'walrus' },
      { title: 'heron' },
      { title: 'walrus heron' },
      { title: 'gull' },
    ]);
    const order = await titles(service, { query: 'heron walrus' });
    expect(order[0]).toBe('walrus heron');
    expect([...order].sort()).toEqual(['heron', 'walrus', 'walrus heron']);
  });

  verifies(['search.phrase', 'search.exclude'], async ({ service }) => {
    await storeAll(service, [{ title: 'blue ice floe' }, { title: 'ice of blue' }, { title: 'blue heron' }]);
    expect(await found(service, '"blue ice"')).toEqual(['blue ice floe']);
    expect(await found(service, '"ice of blue" "blue"')).toEqual(['ice of blue']);
    expect(await found(service, '"blue ice" -floe')).toEqual([]);
    expect(await found(service, 'blue')).toHaveLength(3);
    expect(await found(service, 'blue -heron')).toEqual(['blue ice floe', 'ice of blue']);
    expect(await found(service, 'blue -"blue ice"')).toEqual(['blue heron', 'ice of blue']);
    expect(await found(service, '-heron')).toEqual([]);
  });

  verifies('search.phrase-lifts', async ({ service }) => {
    await storeAll(service, [
      { title: 'ice of the blue floe' },
      { title: 'blue ice floe' },
      { title: 'heron' },
    ]);
    expect(await titles(service, { query: 'floe "blue ice"' })).toEqual([
      'blue ice floe',
      'ice of the blue floe',
    ]);
    expect(await titles(service, { query: 'floe "ice of the blue"' })).toEqual([
      'ice of the blue floe',
      'blue ice floe',
    ]);
    expect(await found(service, 'heron "of no memory"')).toEqual(['heron']);
  });

  verifies('search.glossary', async ({ service }) => {
    await storeAll(service, [
      { title: 'Kubernetes at the sites' },
      { title: 'Revert the image tag' },
      { title: 'Board updates by server-sent events' },
      { title: 'Limits of each partner', narrative: 'The rate limit is 30 requests a second.' },
      { title: 'Quota of the disk' },
    ]);
    expect(await found(service, 'k8s')).toEqual(['Kubernetes at the sites']);
    expect(await found(service, 'undo it')).toEqual(['Revert the image tag']);
    expect(await found(service, 'SSE')).toEqual(['Board updates by server-sent events']);
    expect(await titles(service, { query: 'quota' })).toEqual([
      'Quota of the disk',
      'Limits of each partner',
    ]);
  });

  verifies('search.pasted', async ({ service }) => {
    await storeAll(service, [{ title: 'walrus' }, { title: 'heron' }]);
    const pasted = [
      'TypeError: "undefined" is not a walrus at Object.<anonymous> ("src/ice.ts":12)',
      'fix(ice): "floe" -- the walrus -heron check ran twice, so that it slept a whole day long -really',
      'walrus --verbose\n  -heron\n  at "ice" (floe.js:1)',
    ];
    for (const query of pasted) expect(await found(service, query), query).toContain('walrus');
    for (const query of pasted.slice(1)) expect(await found(service, query), query).toContain('heron');
  });

  verifies('search.like-literal', async ({ service }) => {
    await storeAll(service, [{ title: 'walrus' }, { title: 'heron' }]);
    for (const query of ['%', '_', '%%', 'wal%', 'w_lrus', '%alrus', '______', '*', 'wal*'])
      expect(await found(service, query), query).toEqual([]);
    expect(await found(service, '100% walrus_')).toEqual(['walrus']);
  });

  verifies(['search.query-syntax', 'search.query-long'], async ({ service }) => {
    await service.store({ title: 'walrus' });
    const queries = [
      "'",
      '"',
      '""',
      "''",
      '\\',
      '(',
      ')',
      '()',
      '&',
      '|',
      '!',
      ':*',
      '<->',
      '<1>',
      ':',
      '-',
      '--',
      '-"',
    ];
    queries.push(
      "walrus' & !(heron:* | 'x')",
      'a:b',
      "walrus'); drop table memories; --",
      '$1',
      '${x}',
      '{}',
      'null',
      '\u0001',
      '\\u0000',
    );
    queries.push(
      'walrus & | ! ( ) :*',
      '-walrus"',
      '"walrus',
      'walrus:A',
      "'walrus'",
      '"-walrus"',
      '- walrus',
      '﻿',
      '\u{1F600}',
    );
    for (const query of queries) expect((await search(service, { query })).query).toBe(query);
    const words = Array.from({ length: 1_500 }, (_, number) => `w${number}`).join(' ');
    const long = [
      'x'.repeat(10_000),
      '"'.repeat(10_000),
      '-a '.repeat(3_333),
      `${words} walrus`.slice(-10_000),
      '😀'.repeat(10_000),
      '('.repeat(10_000),
      '"a" '.repeat(2_500),
      'é'.repeat(10_000),
    ];
    for (const query of long) expect((await search(service, { query })).query === query).toBe(true);
    expect((await service.post(SEARCH, { query: 'x'.repeat(10_001) })).status).toBe(422);
    expect(await found(service, 'walrus')).toEqual(['walrus']);
  });
});
