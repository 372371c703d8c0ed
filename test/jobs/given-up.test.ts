import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { runOperation } from '@memory/service';
import type { LocalParts } from '@memory/service/node';
import { EmbedderError, type Embedder } from '@memory/providers/embedder';
import { startLocalHost } from '../host/local-host.ts';
import { emptyPglite } from '../host/migrated-pglite.ts';
import { connectClient } from '../support/clients/mcp-client.ts';
import { TestWorkspace } from '../host/service.ts';
import { verifies } from '../support/verifies.ts';
import { maintainWorkspace as handler } from '../../functions/jobs.ts';
import { deliver } from './pipeline/deliver.ts';
import { asProvider, wordEmbedder } from './pipeline/word-embedder.ts';

const hostOf = async (embeddingProvider: LocalParts['embeddingProvider']) =>
  startLocalHost({}, { database: await emptyPglite(), embeddingProvider });

verifies('jobs.attempts.changed', async () => {
  const words = wordEmbedder();
  const embedder: Embedder = {
    ...words,
    embed: async (texts, purpose) => {
      if (texts.some((text) => text.includes('poison'))) throw new Error('A defect.');
      return words.embed(texts, purpose);
    },
  };
  const host = await hostOf(asProvider(embedder));
  try {
    const service = await TestWorkspace.create(host);
    const report = () => runOperation(host.services, 'showJobs', {});
    const memory = await service.store({ title: 'One', narrative: 'This is poison.' });
    await service.runJobs();
    expect((await report()).dead).toMatchObject({ count: 1, latest: [{ job: 'generateEmbedding' }] });
    expect((await report()).pending.embedding).toBe(1);

    // A change that leaves its content gives it no other chance.
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

verifies('jobs.attempts.upkeep', async () => {
  const host = await hostOf(asProvider(wordEmbedder()));
  try {
    const service = await TestWorkspace.create(host);
    const report = () => runOperation(host.services, 'showJobs', {});
    await service.store({ title: 'One', narrative: 'It waits.' });
    await service.runJobs();
    // No message is on its way any more, and the upkeep was under way at the fifth kill.
    const { id: workspaceId } = await service.workspace();
    await host.services.db.execute(
      sql`update memory_counters set content_hash = null where workspace_id = ${workspaceId}`,
    );
    await host.services.db.execute(
      sql`insert into job_attempts (workspace_id, job, work, payload, attempts, under_way, begun_at)
        values (${workspaceId}, 'maintainWorkspace', '', '{}', 5, true, now())`,
    );
    expect((await report()).pending.embedding).toBe(1);
    await handler(deliver({ workspaceId, restart: true }), { services: host.services });
    expect((await report()).dead).toMatchObject({ count: 1, latest: [{ job: 'maintainWorkspace' }] });
    await service.runJobs();
    expect((await report()).pending.embedding).toBe(0);
  } finally {
    await host.close();
  }
});

verifies('embeddings.budget', async () => {
  const words = wordEmbedder();
  let isThrottled = true;
  // A text that is not taken costs nothing.
  const embed: Embedder['embed'] = async (texts, kind) => {
    if (!isThrottled) return words.embed(texts, kind);
    isThrottled = false;
    throw new EmbedderError('throttled', 'Too many calls.');
  };
  const embeddingProvider = { ...asProvider({ ...words, embed }), tokensPerDay: 8 };
  const host = await hostOf(embeddingProvider);
  try {
    const service = await TestWorkspace.create(host);
    const sweep = () =>
      handler(deliver({ workspaceId: service.id, restart: true }), { services: host.services });
    const state = async () => {
      const { pending, dead } = await runOperation(host.services, 'showJobs', {});
      const client = await connectClient(service);
      const { _meta: said } = await client.callTool({ name: 'workspace_insight', arguments: {} });
      return [pending.embedding, dead.count, JSON.stringify(said).includes('8 tokens')];
    };
    await service.store({ title: 'One', narrative: 'The text that reaches the limit may go beyond it.' });
    await service.runJobs();
    expect(await state()).toEqual([0, 0, true]);
    await service.store({ title: 'Two', narrative: 'It waits for the next day.' });
    await service.runJobs();
    await sweep();
    await service.runJobs();
    expect(await state()).toEqual([1, 0, true]);
    const found = await service.post('/api/v1/memories/search', { query: 'waits' });
    expect(found.body).toMatchObject({ count: 1, degraded: false });
    await host.services.db.execute(sql`update llm_budgets set day = day - 1`);
    await sweep();
    await service.runJobs();
    expect(await state()).toEqual([0, 0, true]);
  } finally {
    await host.close();
  }
});
