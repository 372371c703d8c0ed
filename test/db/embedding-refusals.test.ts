import { expect, it } from 'vitest';
import {
  countPendingWork,
  forgetEmbeddingRefusals,
  listMemoriesToEmbed,
  listPendingMemories,
  noteEmbeddingRefusals,
  upsertEmbeddings,
} from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { memory, seedWorkspace } from './search-workspace.ts';

describeDatabases('refused embeddings', (db) => {
  it('wait for people, and for nothing else', async () => {
    const first = memory('Refused');
    const workspace = await seedWorkspace(db(), [first, memory('Waiting')]);
    const condition = { writtenBefore: null, embeds: true, after: null, limit: 10 };
    const pending = async () =>
      (await listPendingMemories(db(), workspace.id, condition)).map(({ id }) => id);
    expect(await pending()).toHaveLength(2);
    const [found] = await listMemoriesToEmbed(db(), workspace.id, { ids: [first.id] });
    const refusal = { memoryId: first.id, contentDigest: found?.contentDigest ?? '', reason: 'Not »this«.' };
    const model = 'a/model/3';
    await noteEmbeddingRefusals(db(), workspace.id, { model, refusals: [refusal] });
    await noteEmbeddingRefusals(db(), workspace.id, { model, refusals: [refusal] });
    const none = { memoryId: first.id, model, contentDigest: refusal.contentDigest, vector: null };
    const options = { embeddings: [none], whileModel: workspace.embeddingModel };
    expect((await upsertEmbeddings(db(), workspace.id, options)).stored).toEqual([first.id]);
    expect(await pending()).not.toContain(first.id);
    const { refused } = await countPendingWork(db());
    expect(refused.count).toBeGreaterThanOrEqual(1);
    expect(refused.latest).toContainEqual({
      workspace_id: workspace.id,
      memory_id: first.id,
      model,
      reason: refusal.reason,
      at: expect.any(String),
    });
    const forgotten = await forgetEmbeddingRefusals(db(), { limit: 5_000 });
    expect(forgotten).toContainEqual({ workspaceId: workspace.id, memoryId: first.id });
    expect(await pending()).toContain(first.id);
  });
});
