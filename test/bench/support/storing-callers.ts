/** A process of its own, for `storeByCallers`: what callers compute is not the service's. */
import { createClient } from '@memory/client';
import type { StoringTask } from './store-by-callers.ts';

async function work({ url, key, callers, texts }: StoringTask): Promise<void> {
  const client = createClient({ url, key });
  const queue = texts.values();
  const durations: number[] = [];
  const store = async () => {
    for (const body of queue) {
      const startedAt = performance.now();
      await client.storeMemory({ body });
      durations.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, store));
  process.send?.(durations, () => process.disconnect());
}

process.once('message', (task: StoringTask) => void work(task));
