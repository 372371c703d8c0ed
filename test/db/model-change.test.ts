import { expect, it } from 'vitest';
import { deleteOtherModels, listMemoriesWithoutEmbedding } from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace } from './search-workspace.ts';

describeDatabases('model-change', (db) => {
  it('lists by page what a model has no vector of, and reopens what loses its only one', async () => {
    const memories = Array.from({ length: 7 }, (_, i) => memory(`memory ${i}`));
    const workspace = await seedWorkspace(db(), memories);
    const ids = memories.map(({ id }) => id).toSorted();
    await embedWorkspace(db(), workspace, {
      model: 'test/old/2',
      vectors: new Map(ids.map((id) => [id, [1, 0]])),
    });
    await embedWorkspace(db(), workspace, {
      model: 'test/new/2',
      vectors: new Map(ids.slice(0, 3).map((id) => [id, [0, 1]])),
    });
    const missing = (model: string, after: string | null) =>
      listMemoriesWithoutEmbedding(db(), workspace.id, { model, after, limit: 3 });
    const first = await missing('test/new/2', null);
    const second = await missing('test/new/2', first.at(-1)?.memory.id ?? null);
    expect([...first, ...second].map(({ memory }) => memory.id)).toEqual(ids.slice(3));
    expect(first[0]?.contentDigest).toBe(`digest of ${ids[3]}`);
    expect(await missing('test/old/2', null)).toEqual([]);
    const reopened = await deleteOtherModels(db(), workspace.id, { model: 'test/new/2' });
    expect(reopened.toSorted()).toEqual(ids.slice(3));
    expect(await missing('test/old/2', null)).toHaveLength(3);
  });
});
