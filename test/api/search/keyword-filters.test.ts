import { describe, expect } from 'vitest';
import type { Memory } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SEARCH = '/api/v1/memories/search';

/** Titles, sorted; by words alone unless told otherwise. */
async function found(service: TestWorkspace, body: object): Promise<string[]> {
  const reply = await service.post(SEARCH, { use_semantic: false, ...body });
  expect(reply.status, JSON.stringify(body)).toBe(200);
  const titles = (reply.body.results as { memory: Memory }[]).map(({ memory }) => memory.title);
  expect(reply.body.count).toBe(titles.length);
  return titles.sort();
}

/** Memories that all have the word walrus. */
async function storeWalruses(service: TestWorkspace, memories: Partial<Memory>[]) {
  for (const memory of memories) await service.store({ narrative: 'walrus', ...memory });
}

const query = 'walrus';

describe('filters', () => {
  verifies(
    ['search.memory-types', 'search.memory-types-unknown-422', 'search.memory-type-ignored'],
    async ({ service }) => {
      await storeWalruses(service, [
        { title: 'd', memory_type: 'decision' },
        { title: 'p', memory_type: 'pattern' },
        { title: 'w', memory_type: 'wiki' },
      ]);
      expect(await found(service, { query, memory_types: ['decision'] })).toEqual(['d']);
      expect(await found(service, { query, memory_types: ['decision', 'wiki', 'wiki'] })).toEqual(['d', 'w']);
      expect(await found(service, { query, memory_types: ['incident'] })).toEqual([]);
      expect(await found(service, { query, memory_type: 'decision' })).toEqual(['d', 'p', 'w']);
      expect(await service.post(SEARCH, { query, memory_types: ['decision', 'fact'] })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'memory_types', 1], type: 'enum' }] },
      });
    },
  );

  verifies(['search.tags-any', 'search.tags-narrow-only', 'search.tags-empty-query'], async ({ service }) => {
    await storeWalruses(service, [
      { title: 'a', tags: ['x'] },
      { title: 'b', tags: ['y', 'z'] },
      { title: 'c' },
      { title: 'heron', narrative: 'heron', tags: ['x'] },
    ]);
    expect(await found(service, { query, tags: ['x', 'z'] })).toEqual(['a', 'b']);
    expect(await found(service, { query, tags: [' z '] })).toEqual(['b']);
    expect(await found(service, { query, tags: ['none'] })).toEqual([]);
    expect(await found(service, { query: 'gull', tags: ['x'] })).toEqual([]);
    for (const empty of ['', '  '])
      for (const use_semantic of [true, false])
        expect(await found(service, { query: empty, tags: ['x'], use_semantic })).toEqual([]);
    expect(await found(service, { tags: ['x'] })).toEqual([]);
  });

  verifies(
    ['search.files-any', 'search.source-files-ignored', 'search.files-normalised', 'search.files-whole-path'],
    async ({ service }) => {
      await storeWalruses(service, [
        { title: 'a', source_files: ['src/a.ts', 'src/both.ts'] },
        { title: 'b', source_files: ['src/b.ts', 'src/both.ts'] },
        { title: 'c' },
      ]);
      expect(await found(service, { query, files: ['src/a.ts', 'src/b.ts'] })).toEqual(['a', 'b']);
      expect(await found(service, { query, files: ['src/both.ts'] })).toEqual(['a', 'b']);
      expect(await found(service, { query, files: ['./src\\a.ts', 'none'] })).toEqual(['a']);
      expect(await found(service, { query, files: [' src//b.ts '] })).toEqual(['b']);
      for (const part of ['a.ts', 'src', 'src/', 'src/a.tsx', 'SRC/A.TS', 'src/%', 'src/_.ts'])
        expect(await found(service, { query, files: [part] }), part).toEqual([]);
      expect(await found(service, { query, source_files: ['src/a.ts'] })).toEqual(['a', 'b', 'c']);
    },
  );

  verifies(
    [
      'search.min-importance',
      'search.min-importance-range',
      'search.min-confidence',
      'search.min-confidence-range',
    ],
    async ({ service }) => {
      await storeWalruses(service, [
        { title: 'low', importance_score: 0, confidence_score: 1 },
        { title: 'mid', importance_score: 0.7, confidence_score: 0.7 },
        { title: 'high', importance_score: 1, confidence_score: 0 },
      ]);
      expect(await found(service, { query, min_importance: 0.7 })).toEqual(['high', 'mid']);
      expect(await found(service, { query, min_importance: 0.700001 })).toEqual(['high']);
      expect(await found(service, { query, min_importance: 1 })).toEqual(['high']);
      expect(await found(service, { query, min_confidence: 0.7 })).toEqual(['low', 'mid']);
      expect(await found(service, { query, min_confidence: 1 })).toEqual(['low']);
      for (const field of ['min_importance', 'min_confidence']) {
        expect(await found(service, { query, [field]: 0 })).toHaveLength(3);
        for (const value of [-0.01, 1.01])
          expect(await service.post(SEARCH, { query, [field]: value })).toMatchObject({
            status: 422,
            body: { detail: [{ loc: ['body', field] }] },
          });
      }
    },
  );

  verifies(['search.filters-null', 'search.filters-combine'], async ({ service }) => {
    const whole = {
      memory_type: 'decision',
      tags: ['x'],
      source_files: ['a.ts'],
      importance_score: 0.9,
      confidence_score: 0.9,
    } as const;
    const wanted: Partial<Memory> = {
      ...whole,
      tags: [...whole.tags],
      source_files: [...whole.source_files],
    };
    await storeWalruses(service, [
      { ...wanted, title: 'whole' },
      { ...wanted, title: 'type', memory_type: 'pattern' },
      { ...wanted, title: 'tags', tags: [] },
      { ...wanted, title: 'files', source_files: [] },
      { ...wanted, title: 'importance', importance_score: 0.1 },
      { ...wanted, title: 'confidence', confidence_score: 0.1 },
      { ...wanted, title: 'words', narrative: 'heron' },
    ]);
    const filters = {
      memory_types: ['decision'],
      tags: ['x'],
      files: ['a.ts'],
      min_importance: 0.5,
      min_confidence: 0.5,
    };
    expect(await found(service, { query, ...filters })).toEqual(['whole']);
    const unset = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
    expect(await found(service, { query, ...unset })).toHaveLength(6);
    for (const [name, missing] of Object.entries({
      memory_types: 'type',
      tags: 'tags',
      files: 'files',
      min_importance: 'importance',
      min_confidence: 'confidence',
    }))
      expect(await found(service, { query, ...filters, [name]: null })).toEqual([missing, 'whole'].sort());
  });
});

describe('an empty query', () => {
  verifies(
    [
      'search.query-default',
      'search.empty-query',
      'search.blank-query',
      'search.empty-query-files',
      'search.empty-query-files-tags',
    ],
    async ({ service }) => {
      await storeWalruses(service, [
        { title: 'a', source_files: ['a.ts'], importance_score: 0.2, tags: ['x'] },
        { title: 'b', source_files: ['a.ts', 'b.ts'], importance_score: 0.8 },
        { title: 'c', importance_score: 1 },
      ]);
      expect((await service.post(SEARCH, {})).body).toMatchObject({
        count: 0,
        query: '',
        results: [],
        degraded: false,
      });
      for (const empty of ['', ' ', '\t\n\u3000']) {
        expect(await found(service, { query: empty })).toEqual([]);
        expect(await found(service, { query: empty, min_importance: 0 })).toEqual([]);
        expect(await found(service, { query: empty, files: [] })).toEqual([]);
        expect(await found(service, { query: empty, files: ['a.ts'], tags: ['x'] })).toEqual([]);
        const { results } = (await service.post(SEARCH, { query: empty, files: ['./a.ts'] })).body;
        const ranked = (results as { memory: Memory; score: number }[]).map(({ memory, score }) => [
          memory.title,
          score,
        ]);
        expect(ranked).toEqual([
          ['b', 0.08],
          ['a', 0.02],
        ]);
      }
      expect(await found(service, { files: ['a.ts'], min_importance: 0.5 })).toEqual(['b']);
      expect(await found(service, { files: ['a.ts'], limit: 1, offset: 1 })).toEqual(['a']);
    },
  );
});

describe('use_semantic', () => {
  verifies(['search.use-semantic-false', 'search.use-semantic-default'], async ({ service }) => {
    await storeWalruses(service, [{ title: 'walrus ice' }, { title: 'ice' }]);
    await service.runJobs();
    const body = (await service.post(SEARCH, { query: 'ice', use_semantic: false })).body;
    expect(body).toMatchObject({ count: 2, degraded: false });
    expect(
      (body.results as { match_type: string }[]).every(({ match_type }) => match_type === 'keyword'),
    ).toBe(true);
    const [byDefault, asked] = [
      await service.post(SEARCH, { query: 'ice' }),
      await service.post(SEARCH, { query: 'ice', use_semantic: true }),
    ];
    expect(byDefault.body).toEqual(asked.body);
    expect(byDefault.body.results).not.toEqual(body.results);
  });
});
