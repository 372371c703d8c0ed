import { expectThat, NothingToCheck, type SmokeCheck } from '../smoke-context.ts';
import { refOf } from './store.ts';

/** A search by words finds what was stored. */
export const keywordSearch: SmokeCheck = {
  name: 'search by words',
  needs: ['workspace', 'memories'],
  async run({ client, memories, run }) {
    const { results } = await client.searchMemories({
      body: { query: `charged twice ${run}`, use_semantic: false },
    });
    const found = results.map(({ memory }) => refOf(memory));
    expectThat(
      found.includes(memories.second),
      `The search found ${found.length} memories, not the one stored.`,
    );
    return `${found.length} found`;
  },
};

/** A search by meaning is answered by vectors, and not by words alone. */
export const semanticSearch: SmokeCheck = {
  name: 'search by meaning',
  needs: ['workspace', 'memories'],
  async run({ client, memories, run, until }) {
    const first = await client.searchMemories({ body: { query: run } });
    if (first.degraded && first.degradation_reason === null)
      throw new NothingToCheck('this service has no embedder');
    const count = await until('The search went by words alone', async () => {
      const { results, degraded } = await client.searchMemories({
        body: { query: `A retried payment was charged twice ${run}` },
      });
      const hit = results.find(({ memory }) => refOf(memory) === memories.second);
      return !degraded && hit && hit.match_type !== 'keyword' ? results.length : undefined;
    });
    return `${count} found`;
  },
};
