import { expect, it } from 'vitest';
import { SearchBody } from '@memory/contracts';
import { searchMemories, type Embedding, type Services } from '@memory/core';
import type { Database, Workspace } from '@memory/db';
import type { QueryEmbeddingResult } from '@memory/providers/embedder';
import { describeDatabases } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace } from './search-workspace.ts';

const MODEL = 'test/plain/2';

/** A provider whose query side answers what it is told. */
const neural = (result: QueryEmbeddingResult, model = MODEL): Embedding['provider'] => ({
  embedder: { model, dimensions: 2, embed: () => Promise.reject(new Error('Searches ask the query side.')) },
  embedQuery: () => Promise.resolve(result),
});

const settings = { memoryIdForm: 'A' } as Services['settings'];

describeDatabases('search-degraded', (db) => {
  const [flow, heat] = [memory('flow', { tags: ['a'], sourceFiles: ['a.ts'] }), memory('heat')];

  async function seed(database: Database): Promise<Workspace> {
    const vectors = new Map([
      [flow.id, [0, 1]],
      [heat.id, [1, 0]],
    ]);
    return embedWorkspace(database, await seedWorkspace(database, [flow, heat]), { model: MODEL, vectors });
  }

  const ask = async (provider: Embedding['provider'], body: Partial<SearchBody>, workspace?: Workspace) => {
    return searchMemories(
      { db: db(), embedding: { provider, builtIn: null }, settings },
      workspace ?? (await seed(db())),
      SearchBody.parse(body),
    );
  };

  const state = ({ results, degraded, degradation_reason }: Awaited<ReturnType<typeof ask>>) => ({
    ids: results.map(({ memory }) => memory.id),
    degraded,
    reason: degradation_reason,
  });

  it('finds by meaning when the query was embedded', async () => {
    const reply = await ask(neural({ vector: [1, 0] }), { query: 'flow' });
    expect(state(reply)).toEqual({ ids: [flow.id, heat.id], degraded: false, reason: null });
  });

  it.each(['embed_timeout', 'embed_circuit_open'] as const)('goes on by keyword after %s', async (reason) => {
    const reply = await ask(neural({ degraded: reason }), { query: 'flow' });
    expect(state(reply)).toEqual({ ids: [flow.id], degraded: true, reason });
    expect(reply.results[0]?.match_type).toBe('keyword');
  });

  it('is degraded without a reason when there is no provider for the vectors', async () => {
    for (const provider of ['none', neural({ vector: [1, 0] }, 'test/other/2')] as const) {
      const reply = await ask(provider, { query: 'flow' });
      expect(state(reply)).toEqual({ ids: [flow.id], degraded: true, reason: null });
    }
  });

  it('is not degraded when meaning was not asked for, nor by an empty query', async () => {
    const provider = neural({ degraded: 'embed_timeout' });
    expect(state(await ask(provider, { query: 'flow', use_semantic: false }))).toEqual({
      ids: [flow.id],
      degraded: false,
      reason: null,
    });
    const empty = { ids: [], degraded: false, reason: null };
    expect(state(await ask(provider, { query: ' ' }))).toEqual(empty);
    expect(state(await ask(provider, { query: '', tags: ['a'], files: ['a.ts'] }))).toEqual(empty);
    expect(state(await ask(provider, { query: '', files: ['a.ts'] }))).toEqual({ ...empty, ids: [flow.id] });
  });

  it('embeds nothing for a query without words', async () => {
    expect(
      state(await ask(neural({ vector: [] }), { query: 'the' }, await seedWorkspace(db(), [flow]))),
    ).toEqual({
      ids: [],
      degraded: false,
      reason: null,
    });
  });
});
