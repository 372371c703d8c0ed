import { forgetEmbeddingRefusals } from '@memory/db';
import type { Services } from '../services.ts';

const PAGE = 1_000;

/** Enqueues the memories whose contents a model refused, as if it never had; returns how many. */
export async function retryRefused({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<number> {
  for (let retried = 0; ;) {
    const forgotten = await forgetEmbeddingRefusals(db, { limit: PAGE });
    await jobs.enqueue('generateEmbedding', ...forgotten);
    retried += forgotten.length;
    if (forgotten.length < PAGE) return retried;
  }
}
