import { NothingToCheck, type SmokeCheck } from '../smoke-context.ts';

/** The queue, its worker and the model: a memory has its vector soon after it was stored. */
export const embedding: SmokeCheck = {
  name: 'embedding',
  needs: ['workspace', 'memories'],
  async run({ client, memories, until, run }) {
    const { degraded, degradation_reason } = await client.searchMemories({ body: { query: run } });
    if (degraded && degradation_reason === null) throw new NothingToCheck('this service has no embedder');
    for (const ref of [memories.first, memories.second])
      await until('The memory has no vector', async () => {
        const { content_hash } = await client.getMemory({ path: { ref } });
        return content_hash ?? undefined;
      });
    return 'both memories have their vector';
  },
};
