import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { generateEmbedding } from '../../functions/jobs.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './pipeline/deliver.ts';
import { openPipeline } from './pipeline/pipeline.ts';
import { readState } from './pipeline/pipeline-state.ts';
import { asProvider, wordEmbedder } from './pipeline/word-embedder.ts';

const verifies = verifiesWith(testWithService);

verifies(['embeddings.after-store', 'embeddings.asynchronous'], async ({ service }) => {
  const stored = await service.store({ title: 'Retry policy', narrative: 'Calls are retried twice.' });
  expect(stored.content_hash).toBeNull();
  await service.runJobs();
  const { body } = await service.get(`/api/v1/memories/${service.ref(stored)}`);
  expect(body.content_hash).toMatch(/^[0-9a-f]{64}$/u);
});

verifies('jobs.embedding.twice', async ({ service }) => {
  const { id } = await service.store({ title: 'Retry policy', narrative: 'Calls are retried twice.' });
  await service.runJobs();
  const before = await embeddingsOf(service, id);
  const message = { workspaceId: service.id, memoryId: id };
  expect(await generateEmbedding(deliver(message, message), service)).toEqual({ batchItemFailures: [] });
  expect(await embeddingsOf(service, id)).toEqual(before);
  expect(before).toHaveLength(1);
});

verifies('jobs.embedding.late', async ({ service }) => {
  const stored = await service.store({ title: 'Retry policy', narrative: 'Calls are retried twice.' });
  const embedder = wordEmbedder();
  // The content changes while the model is at work on what it was.
  const slow = await openPipeline({
    db: service.services.db,
    provider: asProvider({
      ...embedder,
      async embed(texts, kind) {
        if (texts[0]?.includes('twice'))
          await service.patch(`/api/v1/memories/${service.ref(stored)}`, {
            narrative: 'Calls are never retried.',
          });
        return embedder.embed(texts, kind);
      },
    }),
  });
  const message = { workspaceId: service.id, memoryId: stored.id };
  expect(await generateEmbedding(deliver(message), slow)).toEqual({ batchItemFailures: [] });
  const [late] = await embeddingsOf(service, stored.id);
  const { services } = await openPipeline({ db: service.services.db, provider: asProvider(embedder) });
  await generateEmbedding(deliver(message), { services });
  expect(await embeddingsOf(service, stored.id)).toEqual([late]);
  const { body } = await service.get(`/api/v1/memories/${service.ref(stored)}`);
  expect(late).toMatchObject({ content_digest: body.content_hash });
});

verifies('jobs.embedding.deleted', async ({ service }) => {
  const stored = await service.store();
  await service.delete(`/api/v1/memories/${service.ref(stored)}`);
  const message = { workspaceId: service.id, memoryId: stored.id };
  expect(await generateEmbedding(deliver(message), service)).toEqual({ batchItemFailures: [] });
});

verifies(
  'embeddings.after-store',
  async ({ service }) => {
    const { id } = await service.store({ title: '…', narrative: '!?' });
    await service.runJobs();
    expect(await embeddingsOf(service, id)).toEqual([]);
    expect((await readState(service.services.db, service.id)).memories).toEqual([
      { title: '…', embedded: true, discovered: true, vectors: 0 },
    ]);
  },
  { title: 'a text without words counts as done, and has no vector' },
);

verifies('jobs.partial-batch', async ({ service }) => {
  const good = await service.store({ title: 'Good', narrative: 'This is embedded.' });
  const bad = await service.store({ title: 'Bad', narrative: 'This is broken.' });
  const embedder = wordEmbedder();
  const { services } = await openPipeline({
    db: service.services.db,
    provider: asProvider({
      ...embedder,
      embed: (texts, kind) =>
        texts.some((text) => text.includes('broken'))
          ? Promise.reject(new Error('This text breaks the model.'))
          : embedder.embed(texts, kind),
    }),
  });
  const messages = [good, bad].map(({ id }) => ({ workspaceId: service.id, memoryId: id }));
  const answer = await generateEmbedding(deliver('not JSON', ...messages), { services });
  expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
    'message-0',
    'message-2',
  ]);
  expect(await embeddingsOf(service, good.id)).toHaveLength(1);
});

function embeddingsOf({ services, id: workspaceId }: TestWorkspace, memoryId: string) {
  return queryRows(services.db)`
    select model, content_digest, md5(embedding::text) vector from memory_embeddings
      where workspace_id = ${workspaceId}::uuid and memory_id = ${memoryId}::uuid`;
}
