import { expect, it } from 'vitest';
import { maintainSemanticIndex } from '@memory/db';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { InMemorySearch, tableQuery } from '../support/in-memory-search.ts';
import { describeEngines } from '../host/databases.ts';
import {
  embedWorkspace,
  memory,
  NO_FILTERS,
  readWorkspace,
  search,
  seedWorkspace,
  vectorsOf,
} from './search-workspace.ts';

const TOPICS = [
  'retry backoff jitter queue delivery message',
  'tenant isolation workspace key boundary row',
  'embedding vector cosine index neighbour recall',
  'deploy stack lambda alias canary rollback',
];

const memories = Array.from({ length: 60 }, (_, i) => {
  const words = (TOPICS[i % TOPICS.length] ?? '').split(' ');
  const pick = (n: number) => words[(i * 7 + n * 3) % words.length] ?? '';
  return memory(`${pick(0)} ${pick(1)} ${i}`, {
    narrative: `${pick(2)} ${pick(3)} because ${pick(4)} number ${i % 9}`,
    tags: i % 2 === 0 ? ['even'] : [],
    importance: (i % 11) / 10,
  });
});

/** A server keeps numbers of 16 bits. */
const HALVES = 2e-4;

const QUERIES = ['retry backoff', 'isolation of a tenant', 'cosine recall canary', 'queues 7'];

const PLAIN = { vector: [1, 0], model: 'test/plain/2', scale: { floor: 0, top: 1 } };

describeEngines('search-hybrid', (db) => {
  it.each([
    ['counted', 0],
    ['estimated', 2_000],
  ])('ranks as a search in memory does, frequencies %s', async (_name, memoryCount) => {
    const seeded = await seedWorkspace(db(), memories);
    const workspace = await embedWorkspace(db(), seeded, {
      model: TABLE_MODEL,
      vectors: vectorsOf(memories),
    });
    const reference = new InMemorySearch(memories);
    for (const query of QUERIES) {
      const semantic = tableQuery(query);
      const expected = reference.search(query, { limit: 100, memoryCount, semantic });
      const found = await search(db(), { ...workspace, memoryCount }, query, { semantic });
      expect(found.length).toBe(Math.min(50, expected.length));
      const byId = new Map(expected.map((hit) => [hit.id, hit]));
      for (const [place, { id, score, matchType }] of found.entries()) {
        expect(score).toBeCloseTo(expected[place]?.score ?? 0, 3);
        expect(Math.abs(score - (byId.get(id)?.score ?? 0))).toBeLessThan(HALVES);
        expect(matchType).toBe(byId.get(id)?.match_type);
      }
    }
  });

  it.each([0, 2_000])('adds keyword, cosine and importance by their weights (%i)', async (memoryCount) => {
    const both = memory('flow', { importance: 1 });
    const far = memory('flow flow', { importance: 0 });
    const near = memory('heat', { importance: 0.5 });
    const opposite = memory('slab', { importance: 1 });
    const seeded = await seedWorkspace(db(), [both, far, near, opposite]);
    const workspace = await embedWorkspace(db(), seeded, {
      model: 'test/plain/2',
      vectors: new Map([
        [both.id, [0.6, 0.8]],
        [far.id, [0.1, Math.sqrt(0.99)]],
        [near.id, [1, 0]],
        [opposite.id, [-1, 0]],
      ]),
    });
    const find = (query: string) => search(db(), { ...workspace, memoryCount }, query, { semantic: PLAIN });
    const keywordOnly = await search(db(), { ...workspace, memoryCount }, 'flow');
    const keyword = (id: string, importance: number) =>
      ((keywordOnly.find((hit) => hit.id === id)?.score ?? 0) - 0.1 * importance) / 0.3;
    const scored = (words: number, likeness: number, importance: number) =>
      expect.closeTo(0.3 * words + 0.6 * (0.315 * words + 0.685 * likeness) + 0.1 * importance, 3);
    expect(await find('flow')).toEqual(
      [
        { id: both.id, score: scored(keyword(both.id, 1), 0.6, 1), matchType: 'combined' },
        { id: near.id, score: scored(0, 1, 0.5), matchType: 'semantic' },
        { id: far.id, score: scored(keyword(far.id, 0), 0.1, 0), matchType: 'combined' },
      ].toSorted((a, b) => Number(b.score.sample) - Number(a.score.sample)),
    );
    // Of a query that no memory covers, words count as much less as they cover less.
    const covered = (await find('flow unheard')).find(({ id }) => id === far.id)?.score ?? 0;
    expect(covered).toBeLessThan(0.489 * 0.9 * keyword(far.id, 0) + 0.0411);
  });

  it('compares vectors of the given model only', async () => {
    const [first, second] = [memory('flow'), memory('heat')];
    const seeded = await seedWorkspace(db(), [first, second]);
    await embedWorkspace(db(), seeded, { model: 'test/old/2', vectors: new Map([[first.id, [1, 0]]]) });
    const workspace = await embedWorkspace(db(), seeded, {
      model: 'test/new/3',
      vectors: new Map([[second.id, [0, 0, 1]]]),
    });
    const found = await search(db(), workspace, 'unheard', {
      semantic: { vector: [0, 0, 1], model: 'test/new/3', scale: PLAIN.scale },
    });
    expect(found.map(({ id }) => id)).toEqual([second.id]);
  });

  it('pages without gaps or repeats, and filters without losing what passes', async () => {
    const workspace = await embedWorkspace(db(), await seedWorkspace(db(), memories), {
      model: TABLE_MODEL,
      vectors: vectorsOf(memories),
    });
    const even = new Set(memories.filter(({ text }) => text.tags.includes('even')).map(({ id }) => id));
    const semantic = tableQuery('retry canary');
    for (const memoryCount of [0, 2_000]) {
      const find = (limit: number, offset: number, tags: string[] | null = null) =>
        search(db(), { ...workspace, memoryCount }, 'retry canary', {
          semantic,
          limit,
          offset,
          filters: { ...NO_FILTERS, tags },
        });
      const all = await find(200, 0);
      const pages = [];
      for (let offset = 0; offset < all.length + 9; offset += 9) pages.push(...(await find(9, offset)));
      expect(pages).toEqual(all);
      const found = (await find(200, 0, ['even'])).map(({ id }) => id);
      expect(new Set(found)).toEqual(new Set(all.map(({ id }) => id).filter((id) => even.has(id))));
    }
  });

  it('finds through an index of the workspace what it finds without', async () => {
    const plain = await embedWorkspace(db(), await seedWorkspace(db(), memories), {
      model: TABLE_MODEL,
      vectors: vectorsOf(memories),
    });
    const options = { semantic: tableQuery('tenant rollback'), limit: 20 };
    const exact = await search(db(), { ...plain, memoryCount: 2_000 }, 'tenant rollback', options);
    expect(await maintainSemanticIndex(db(), plain.id, { model: TABLE_MODEL, builtFrom: 50 })).toBe(true);
    const indexed = await readWorkspace(db(), plain.id);
    expect(indexed.hasSemanticIndex).toBe(true);
    expect(await search(db(), { ...indexed, memoryCount: 2_000 }, 'tenant rollback', options)).toEqual(exact);
    expect(await maintainSemanticIndex(db(), plain.id, { model: TABLE_MODEL, droppedBelow: 100 })).toBe(
      false,
    );
    expect((await readWorkspace(db(), plain.id)).hasSemanticIndex).toBe(false);
  });
});
