import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { handler as generateEmbedding } from '../../functions/jobs/generate-embedding.ts';
import { testWithService, type TestWorkspace } from '../support/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { deliver } from './deliver.ts';

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
  const answer = await generateEmbedding(
    deliver({ workspaceId: service.id, memoryId: id }, { workspaceId: service.id, memoryId: id }),
    service,
  );
  expect(answer.batchItemFailures).toEqual([]);
  expect(await embeddingsOf(service, id)).toEqual(before);
  expect(before).toHaveLength(1);
});

function embeddingsOf({ services, id: workspaceId }: TestWorkspace, memoryId: string) {
  return queryRows(
    services.db,
    sql`select model, content_digest, md5(embedding::text) vector from memory_embeddings
      where workspace_id = ${workspaceId}::uuid and memory_id = ${memoryId}::uuid`,
  );
}
