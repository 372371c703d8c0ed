import { expect } from 'vitest';
import type { SearchResult } from '@memory/contracts';
import { loadCranfield, measureRanking } from '../support/seeds/cranfield.ts';
import { testWithService } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const AT_ONCE = 8;

/** Does the work for each item, a few at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

verifies(
  'search.quality',
  async ({ service, skip }) => {
    const collection = loadCranfield();
    if (!collection) return skip('The collection is not there: ../shared/retrieval-data');
    const documents = new Map<string, string>();
    await forEach(collection.memories, async ({ id, text: { title, narrative } }) => {
      // A few papers have neither title nor text, which a memory must have.
      const memory = await service.store({ title: title.trim() || id, narrative: narrative.trim() || id });
      documents.set(memory.id, id);
    });
    await service.runJobs();
    const found = new Map<string, string[]>();
    await forEach(collection.queries, async ({ text: query }) => {
      const { body } = await service.post('/api/v1/memories/search', { query, limit: 10 });
      expect(body.degraded).toBe(false);
      const results = body.results as SearchResult[];
      found.set(
        query,
        results.map(({ memory }) => documents.get(memory.id) ?? ''),
      );
    });
    const { recallAt10, ndcgAt10 } = measureRanking(collection, (query) => found.get(query) ?? []);
    console.log(`cranfield through REST: recall@10 ${recallAt10.toFixed(3)}, nDCG@10 ${ndcgAt10.toFixed(3)}`);
    expect(recallAt10).toBeGreaterThanOrEqual(0.41);
    expect(ndcgAt10).toBeGreaterThanOrEqual(0.37);
  },
  { timeoutMs: 1_200_000 },
);
