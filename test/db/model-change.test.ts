import { expect, it } from 'vitest';
import {
  buildNextIndex,
  deleteOtherModels,
  findWorkspace,
  listMemoriesWithoutEmbedding,
  maintainSemanticIndex,
  switchModel,
} from '@memory/db';
import { describeEngines } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace } from './search-workspace.ts';

describeEngines('model-change', (db) => {
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
    const next = { model: 'test/new/2', builtFrom: 3 };
    expect(await buildNextIndex(db(), workspace.id, { ...next, builtFrom: 4 })).toBe('not wanted');
    expect(await buildNextIndex(db(), workspace.id, next)).toBe('ready');
    // Upkeep meanwhile leaves it, and searches use it from the first on.
    await maintainSemanticIndex(db(), workspace.id, { model: 'test/old/2', next: next.model });
    expect(await buildNextIndex(db(), workspace.id, next)).toBe('ready');
    await switchModel(db(), workspace.id, { model: next.model, hasSemanticIndex: true });
    expect(await findWorkspace(db(), workspace.id)).toMatchObject({ hasSemanticIndex: true });
    const deletions: Awaited<ReturnType<typeof deleteOtherModels>>[] = [];
    do deletions.push(await deleteOtherModels(db(), workspace.id, { ...next, atOnce: 4 }));
    while (deletions.at(-1)?.isMore);
    expect(deletions.map(({ isMore }) => isMore)).toEqual([true, false]);
    expect(deletions.flatMap(({ reopened }) => reopened).toSorted()).toEqual(ids.slice(3));
    expect(await missing('test/old/2', null)).toHaveLength(3);
  });
});
