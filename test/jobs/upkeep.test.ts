import { expect } from 'vitest';
import { findWorkspace, queryRows } from '@memory/db';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { operatorOf } from '../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';
import { openPipeline } from './pipeline/pipeline.ts';
import { readState } from './pipeline/pipeline-state.ts';
import { asProvider, wordEmbedder } from './pipeline/word-embedder.ts';

const verifies = verifiesWith(testWithService);

verifies(['embeddings.model-change', 'embeddings.models-apart'], async ({ service }) => {
  const { db } = service.services;
  await storeNotes(service, 20);
  await service.runJobs();
  const { edges } = await readState(db, service.id);
  const changed = await openPipeline({ db, workspaceId: service.id, provider: asProvider(wordEmbedder()) });
  await changed.queue.send('maintainWorkspace', [{ body: { workspaceId: service.id } }]);
  // Halfway, and on: searches find by meaning all the time.
  for (let step = 1; step <= 3; step += 1) {
    await changed.drain();
    const { body } = await service.post('/api/v1/memories/search', { query: 'worker' });
    expect(body.count).toBeGreaterThan(0);
  }
  const { model, models, memories, nextModel } = await readState(db, service.id);
  expect({ model, models, nextModel }).toEqual({
    model: 'test/words/32',
    models: ['test/words/32'],
    nextModel: null,
  });
  expect(memories.every(({ embedded, discovered, vectors }) => embedded && discovered && vectors === 1)).toBe(
    true,
  );
  // Back again: the way is the same.
  const back = await openPipeline({ db, workspaceId: service.id });
  await back.queue.send('maintainWorkspace', [{ body: { workspaceId: service.id } }]);
  await back.drain();
  const again = await readState(db, service.id);
  expect(again.model).toBe(TABLE_MODEL);
  expect(again.models).toEqual([again.model]);
  expect(again.edges.filter((edge) => !edge.includes('similar_to'))).toEqual(
    edges.filter((edge) => !edge.includes('similar_to')),
  );
});

verifies(
  'embeddings.model-change',
  async ({ service }) => {
    const { db } = service.services;
    await storeNotes(service, 3);
    await service.runJobs();
    const provider = asProvider(wordEmbedder());
    const dying = await openPipeline({ db, workspaceId: service.id, provider });
    dying.queue.consume('reembedWorkspace', () => Promise.reject(new Error('killed')));
    await dying.queue.send('maintainWorkspace', [{ body: { workspaceId: service.id } }]);
    await dying.drain();
    const halfway = await readState(db, service.id);
    expect(halfway).toMatchObject({ nextModel: 'test/words/32', models: [TABLE_MODEL] });
    // A memory stored meanwhile is found by the model in use.
    await service.store({ title: 'Meanwhile', narrative: 'Stored while the model changes.' });
    const next = await openPipeline({ db, workspaceId: service.id, provider });
    await next.resume();
    expect(await readState(db, service.id)).toMatchObject({
      model: 'test/words/32',
      models: ['test/words/32'],
      nextModel: null,
      memories: Array.from({ length: 4 }, () => ({ embedded: true, discovered: true, vectors: 1 })),
    });
  },
  { title: 'a change that was interrupted goes on' },
);

verifies(
  'embeddings.model-change',
  async ({ service }) => {
    const { db } = service.services;
    await storeNotes(service, 3);
    await service.runJobs();
    await insertWaiting(service, 130);
    const next = await openPipeline({ db, workspaceId: service.id, provider: asProvider(wordEmbedder()) });
    await next.queue.send('maintainWorkspace', [{ body: { workspaceId: service.id } }]);
    await next.drain();
    expect(await readState(db, service.id)).toMatchObject({
      nextModel: 'test/words/32',
      models: [TABLE_MODEL],
    });
    await queryRows(db)`
      delete from memories where workspace_id = ${service.id}::uuid and title like 'Waiting %'`;
    await next.drain({ skipDelays: true });
    expect(await readState(db, service.id)).toMatchObject({ nextModel: null, models: ['test/words/32'] });
  },
  { title: 'a change waits while more than a hundred memories, and a quarter of all, have no vector yet' },
);

verifies('admin.calibrate', async ({ service }) => {
  const operator = operatorOf(service);
  await expect(operator.calibrate({ workspaceId: service.id })).rejects.toThrow('of no model');
  await storeNotes(service, 20);
  await service.runJobs();
  // The built-in table is calibrated with the first statistics, any other model when somebody says so.
  const scale = async () => (await findWorkspace(service.services.db, service.id))?.cosineScale;
  expect(await scale()).toMatchObject({ model: TABLE_MODEL });
  const measured = await operator.calibrate({ workspaceId: service.id });
  expect(measured).toMatchObject({ model: TABLE_MODEL, memories: 20 });
  expect(measured.top).toBeGreaterThan(measured.floor + 0.1);
  expect(await scale()).toEqual({ model: TABLE_MODEL, floor: measured.floor, top: measured.top });
});

verifies('jobs.sweep.lost-message', async ({ service }) => {
  const { db } = service.services;
  await insertLost(service);
  const pipeline = await openPipeline({ db, workspaceId: service.id });
  await pipeline.queue.send('sweepWorkspaces', [{ body: {} }]);
  await pipeline.drain({ skipDelays: true });
  const { memories } = await readState(db, service.id);
  expect(memories).toEqual([
    { title: 'Long ago', embedded: true, discovered: true, vectors: 1 },
    { title: 'Now', embedded: false, discovered: false, vectors: 0 },
  ]);
});

async function storeNotes(service: TestWorkspace, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await service.store({
      title: `Note ${number} about ${['retries', 'queues', 'caches', 'locks'][number % 4]}`,
      narrative: `Worker ${number} waits for its turn and writes to the ${['log', 'table', 'file'][number % 3]}.`,
      concepts: [['retries', 'queues'][number % 2] ?? ''],
    });
}

/** Two memories whose messages never came: one of an hour ago, one of now, which may still have its message. */
async function insertLost(service: TestWorkspace): Promise<void> {
  await insertUnsent(service, ['Long ago'], '1 hour');
  await insertUnsent(service, ['Now']);
}

const insertWaiting = (service: TestWorkspace, count: number) =>
  insertUnsent(
    service,
    Array.from({ length: count }, (_, number) => `Waiting ${number}`),
  );

const insertUnsent = (service: TestWorkspace, titles: readonly string[], age = '0') =>
  queryRows(service.services.db)`with m as (
        insert into memories (workspace_id, id, memory_id, title, narrative, content_digest, created_at, search_text, term_count)
        select ${service.id}::uuid, gen_random_uuid(), 'mem-' || substr(md5(random()::text), 1, 16), title, 'Text.',
          encode(sha256(convert_to('["' || title || '","Text.",[],[],[]]', 'UTF8')), 'hex'), now() - ${age}::interval, '', 1
        from jsonb_array_elements_text(${JSON.stringify(titles)}::jsonb) title
        returning workspace_id, id)
      insert into memory_counters (workspace_id, memory_id) select workspace_id, id from m`;
