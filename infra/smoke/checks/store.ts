import type { Memory } from '@memory/contracts';
import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** Two memories are stored and read back as they were sent. */
export const store: SmokeCheck = {
  name: 'store',
  needs: ['workspace'],
  async run(context) {
    const { client, run } = context;
    const [first, second] = [
      await client.storeMemory({
        body: {
          title: `Retries are idempotent (${run})`,
          narrative: `A retried payment finds the key of its first attempt and charges nothing. Grüße 🦭 ${run}`,
          tags: [run],
          source_files: ['smoke/payments.ts'],
        },
      }),
      await client.storeMemory({
        body: {
          title: `A payment was charged twice (${run})`,
          narrative: `A retried payment was charged twice, because its attempts carried different keys. ${run}`,
          tags: [run],
          source_files: ['smoke/payments.ts'],
        },
      }),
    ];
    context.cleanups.push(async () => {
      const body = { memory_ids: [refOf(first), refOf(second)] };
      await client.batchDeleteMemories({ body });
    });
    context.memories = { first: refOf(first), second: refOf(second) };
    const read = await client.getMemory({ path: { ref: refOf(first) } });
    expectThat(
      read.narrative === first.narrative,
      'The memory that was read is not the one that was stored.',
    );
    return `2 memories, read back as sent`;
  },
};

/** How the service addresses it: by `id` in form A, by `memory_id` in form B. */
export const refOf = (memory: Pick<Memory, 'id' | 'memory_id'>): string =>
  memory.memory_id ?? memory.id ?? '';
