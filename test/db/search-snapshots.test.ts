import { expect, it } from 'vitest';
import { trainWorkspace } from '@memory/core';
import { createLexicalEmbedders } from '@memory/core/lexical-embedders';
import {
  deleteLexicalSnapshots,
  deleteOtherModels,
  findLexicalVersion,
  insertLexicalSnapshot,
  listMemoriesWithoutEmbedding,
  listTrainingIds,
  listTrainingTexts,
  readLexicalSnapshotParts,
} from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace } from './search-workspace.ts';

const part = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256);

describeDatabases('search-snapshots', (db) => {
  it('keeps a snapshot of many parts as it was, and versions apart', async () => {
    const { id } = await seedWorkspace(db(), []);
    const parts = Array.from({ length: 45 }, (_, i) => part(i === 44 ? 17 : 32_000, i));
    await insertLexicalSnapshot(db(), id, { version: 1, parts });
    await insertLexicalSnapshot(db(), id, { version: 2, parts: [part(5, 1)] });
    expect(await findLexicalVersion(db(), id)).toBe(2);
    const read = await readLexicalSnapshotParts(db(), id, 1);
    expect(Buffer.concat(read).equals(Buffer.concat(parts))).toBe(true);
    expect(read.map(({ length }) => length)).toEqual(parts.map(({ length }) => length));
    await expect(insertLexicalSnapshot(db(), id, { version: 2, parts: [part(5, 2)] })).rejects.toThrow();
    await deleteLexicalSnapshots(db(), id, { before: 2 });
    expect(await readLexicalSnapshotParts(db(), id, 1)).toEqual([]);
    expect(await readLexicalSnapshotParts(db(), id, 2)).toHaveLength(1);
  });

  it('trains an embedder on the memories of the workspace, and loads it by its version', async () => {
    const memories = Array.from({ length: 40 }, (_, i) =>
      memory(`retry backoff ${i}`, { narrative: i % 2 ? 'queue delivery' : 'tenant isolation boundary' }),
    );
    const workspace = await seedWorkspace(db(), memories);
    const embedding = {
      provider: 'lexical',
      lexicalEmbedders: createLexicalEmbedders(),
      trainingThread: 'caller',
    } as const;
    await trainWorkspace({ db: db(), embedding }, workspace, 1);
    const embedder = await embedding.lexicalEmbedders(db(), workspace, 1);
    expect(embedder?.model).toBe('lexical-512/1');
    expect(embedder?.trained).toBe(true);
    expect(await embedding.lexicalEmbedders(db(), workspace, 2)).toBeUndefined();
  });

  it('samples texts by the random end of their ids, as many as asked for', async () => {
    const workspace = await seedWorkspace(
      db(),
      Array.from({ length: 9 }, (_, i) => memory(`memory ${i}`, { narrative: `narrative ${i}` })),
    );
    const ids = await listTrainingIds(db(), workspace.id, { limit: 100 });
    expect(ids).toEqual(ids.toSorted((a, b) => (a.slice(-12) < b.slice(-12) ? -1 : 1)));
    expect(ids).toHaveLength(9);
    expect(await listTrainingIds(db(), workspace.id, { limit: 4 })).toEqual(ids.slice(0, 4));
    const texts = await listTrainingTexts(db(), workspace.id, ids);
    expect(texts.map(({ title }) => title).toSorted()).toEqual(
      Array.from({ length: 9 }, (_, i) => `memory ${i}`),
    );
    const [third, first] = await listTrainingTexts(db(), workspace.id, [
      ids[2] ?? '',
      crypto.randomUUID(),
      ids[0] ?? '',
    ]);
    expect([third, first]).toEqual([texts[2], texts[0]]);
  });

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
