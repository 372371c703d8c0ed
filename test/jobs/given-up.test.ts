import { expect } from 'vitest';
import { runOperation, type JobsReport } from '@memory/core';
import type { Embedder } from '@memory/providers/embedder';
import { startLocalHost } from '../support/local-host.ts';
import { TestWorkspace } from '../support/service.ts';
import { verifies } from '../support/verifies.ts';
import { asProvider, wordEmbedder } from './word-embedder.ts';

verifies('jobs.attempts.changed', async () => {
  const words = wordEmbedder();
  const embedder: Embedder = {
    ...words,
    embed: async (texts, purpose) => {
      if (texts.some((text) => text.includes('poison'))) throw new Error('A defect.');
      return words.embed(texts, purpose);
    },
  };
  const host = await startLocalHost({}, { embeddingProvider: asProvider(embedder) });
  try {
    const service = await TestWorkspace.create(host);
    const report = async () => (await runOperation(host.services, 'showJobs', {})) as JobsReport;
    const memory = await service.store({ title: 'One', narrative: 'This is poison.' });
    await service.runJobs();
    expect((await report()).dead).toMatchObject({ count: 1, latest: [{ job: 'generateEmbedding' }] });
    expect((await report()).pending.embedding).toBe(1);

    // What does not change its content gives it no other chance.
    const path = `/api/v1/memories/${service.ref(memory)}`;
    expect((await service.patch(path, { importance_score: 0.9 })).status).toBe(200);
    await service.runJobs();
    expect((await report()).dead.count).toBe(1);

    expect((await service.patch(path, { narrative: 'This is a remedy.' })).status).toBe(200);
    await service.runJobs();
    const after = await report();
    expect([after.dead.count, after.pending.embedding]).toEqual([0, 0]);
    const found = await service.post('/api/v1/memories/search', { query: 'remedy' });
    expect(found.body).toMatchObject({ count: 1, degraded: false });
  } finally {
    await host.close();
  }
});
