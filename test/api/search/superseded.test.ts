import { expect } from 'vitest';
import type { Memory, SearchReply } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

async function search(service: TestWorkspace, body: object): Promise<SearchReply> {
  const reply = await service.post('/api/v1/memories/search', body);
  expect(reply.status).toBe(200);
  return reply.body as SearchReply;
}

async function supersede(service: TestWorkspace, newer: Memory, older: Memory): Promise<void> {
  const reply = await service.post('/api/v1/relationships', {
    source_id: service.ref(newer),
    target_id: service.ref(older),
    relationship_type: 'supersedes',
  });
  expect(reply.status).toBe(201);
}

const EQUAL = { title: 'Deploys of the quokka', narrative: 'The quokka deploys at noon.' };

/** Four memories that no search tells apart, in the order in which one finds them. */
async function equals(service: TestWorkspace, query: object): Promise<Memory[]> {
  for (let number = 1; number <= 4; number += 1) await service.store(EQUAL);
  await service.runJobs();
  const { results } = await search(service, query);
  expect(new Set(results.map(({ score }) => score)).size).toBe(1);
  return results.map(({ memory }) => memory);
}

const QUERIES = {
  'by words': { query: 'quokka deploys', use_semantic: false },
  'by words and meaning': { query: 'quokka deploys' },
};

for (const [how, query] of Object.entries(QUERIES))
  verifies(
    ['search.superseded-after-equals', 'search.superseded-kept'],
    async ({ service }) => {
      const [first, second, third, fourth] = (await equals(service, query)) as [
        Memory,
        Memory,
        Memory,
        Memory,
      ];
      await supersede(service, fourth, first);
      const { results } = await search(service, query);
      const order = [second, third, fourth, first].map(({ id }) => id);
      expect(results.map(({ memory }) => memory.id)).toEqual(order);
      // It is where it belongs page by page too.
      const pages = await Promise.all(
        [0, 2].map((offset) => search(service, { ...query, limit: 2, offset })),
      );
      expect(pages.flatMap((page) => page.results.map(({ memory }) => memory.id))).toEqual(order);
    },
    { title: `equals found ${how}` },
  );

verifies.formA(
  ['search.superseded-after-equals', 'search.superseded-kept'],
  async ({ service }) => {
    const query = { query: 'quokka noon', use_semantic: false };
    const better = await service.store({ title: 'Quokka noon', narrative: 'Quokka noon, quokka noon.' });
    const worse = await service.store({ title: 'Another', narrative: 'A quokka may rest long before noon.' });
    const ranks = async () => (await search(service, query)).results.map(({ memory }) => memory.id);
    expect(await ranks()).toEqual([better.id, worse.id]);
    await supersede(service, worse, better);
    expect(await ranks()).toEqual([better.id, worse.id]);
    // Alone on the page of its words it is still found.
    const narrow = await search(service, { ...query, limit: 1 });
    expect(narrow.results.map(({ memory }) => memory.id)).toEqual([better.id]);
  },
  { title: 'only among equals: what fits better stays first' },
);
