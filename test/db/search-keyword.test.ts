import { expect, it } from 'vitest';
import { InMemorySearch } from '../support/in-memory-search.ts';
import { describeEngines } from '../host/databases.ts';
import { memory, NO_FILTERS, search, seedWorkspace, type SeededMemory } from './search-workspace.ts';

const WORDS =
  'flow wing layer shock heat slab boundary jet plate cone flutter nozzle wake drag lift stall'.split(' ');

/** Memories of words that are the rarer the later they stand, the same at every run. */
function sampleMemories(count: number): SeededMemory[] {
  let state = 7;
  const below = (bound: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  const word = () => WORDS[Math.min(below(WORDS.length), below(WORDS.length))] ?? 'flow';
  const words = (length: number) => Array.from({ length }, word).join(' ');
  return Array.from({ length: count }, (_, i) =>
    memory(words(3), {
      narrative: words(5 + below(40)),
      tags: i % 3 === 0 ? ['third'] : [],
      importance: below(11) / 10,
    }),
  );
}

const QUERIES = [
  'flow',
  'stall lift wake',
  'boundary layer flow flow over a plate',
  'unheard stall',
  WORDS.join(' '),
];

/** From this number on the search relies on the statistics instead of counting. */
const ESTIMATED = 2_000;

describeEngines('search-keyword', (db) => {
  it.each([
    ['counted in the statement', undefined],
    ['from the statistics', ESTIMATED],
  ])('scores by BM25 exactly, frequencies %s', async (_name, memoryCount) => {
    const memories = sampleMemories(150);
    const workspace = await seedWorkspace(db(), memories);
    const reference = new InMemorySearch(memories);
    for (const query of QUERIES) {
      const expected = reference.search(query, { limit: 50 });
      const found = await search(db(), workspace, query, memoryCount ? { memoryCount } : {});
      expect(found.map(({ score }) => score)).toEqual(expected.map(({ score }) => expect.closeTo(score, 5)));
      const expectedScores = new Map(
        reference.search(query, { limit: 150 }).map((hit) => [hit.id, hit.score]),
      );
      for (const { id, score } of found)
        expect(Math.abs(score - (expectedScores.get(id) ?? 0))).toBeLessThan(1.5e-6);
    }
  });

  it.each([
    ['counted', undefined],
    ['estimated', ESTIMATED],
  ])('keeps a score whatever the filters, the limit and the offset (%s)', async (_name, memoryCount) => {
    const memories = sampleMemories(150);
    const workspace = await seedWorkspace(db(), memories);
    const options = memoryCount ? { memoryCount } : {};
    const all = await search(db(), workspace, 'shock heat slab', { ...options, limit: 200 });
    const scores = new Map(all.map(({ id, score }) => [id, score]));
    const tagged = await search(db(), workspace, 'shock heat slab', {
      ...options,
      limit: 200,
      filters: { ...NO_FILTERS, tags: ['third', 'unheard of'], minImportance: 0.3 },
    });
    const expected = memories.filter(
      ({ id, text, importance = 0 }) => scores.has(id) && text.tags.includes('third') && importance >= 0.3,
    );
    expect(new Set(tagged.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
    for (const { id, score } of tagged) expect(score).toBe(scores.get(id));
    const pages = [];
    for (let offset = 0; offset < all.length + 7; offset += 7)
      pages.push(...(await search(db(), workspace, 'shock heat slab', { ...options, limit: 7, offset })));
    expect(pages).toEqual(all);
  });

  it.each([
    ['counted', undefined],
    ['estimated', ESTIMATED],
  ])('lifts what contains a quoted phrase, by its share of the phrases (%s)', async (_name, memoryCount) => {
    const [none, one, both] = [
      memory('layer of the boundary and number of mach'),
      memory('boundary layer and number of mach'),
      memory('boundary layer and mach number'),
    ];
    const workspace = await seedWorkspace(db(), [none, one, both]);
    const options = memoryCount ? { memoryCount } : {};
    const found = await search(db(), workspace, 'what of "boundary layer" and "mach number"', options);
    expect(found.map(({ id }) => id)).toEqual([both.id, one.id, none.id]);
    // The best has keyword 1; the others what they lack of its lift.
    const keywords = found.map(({ score }) => (score - 0.05) / 0.3);
    expect(keywords[0]).toBeCloseTo(1, 4);
    expect(keywords[1]).toBeCloseTo(1.15 / 1.3, 4);
    expect(keywords[2]).toBeCloseTo(1 / 1.3, 4);
  });

  it.each([
    ['counted', undefined],
    ['estimated', ESTIMATED],
  ])('takes alternatives for half a word, phrases in order (%s)', async (_name, memoryCount) => {
    const [own, other, phrase, apart] = [
      memory('quota'),
      memory('throttle'),
      memory('rate limit'),
      memory('limit of a rate'),
    ];
    const workspace = await seedWorkspace(db(), [own, other, phrase, apart, memory('heron')]);
    const found = await search(db(), workspace, 'quota', {
      ...(memoryCount ? { memoryCount } : {}),
      alternatives: [['throttl'], ['rate', 'limit']],
    });
    expect(found[0]?.id).toBe(own.id);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([own.id, other.id, phrase.id]));
    expect(found[1]?.score).toBeLessThan(0.3);
  });
});
