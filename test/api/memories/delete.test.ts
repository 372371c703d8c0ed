import { describe, expect } from 'vitest';
import { queryRows } from '@memory/db';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const BATCH = '/api/v1/memories/batch-delete';

const deleteBatch = (service: TestWorkspace, memory_ids: unknown) => service.post(BATCH, { memory_ids });

const memoryCount = async (service: TestWorkspace) =>
  ((await service.get('/api/v1/memories')).body as []).length;

describe('DELETE', () => {
  verifies(
    ['memories.delete.no-content', 'memories.delete.gone', 'memories.delete.again-404'],
    async ({ service }) => {
      const memory = await service.store({ title: 'Ephemeral', source_files: ['a.ts'] });
      const kept = await service.store({ title: 'Ephemeral too' });
      const path = `/api/v1/memories/${service.ref(memory)}`;
      await service.post(`${path}/feedback`, { useful: true });
      const reply = await service.delete(path);
      expect(reply).toMatchObject({ status: 204, text: '' });
      expect(reply.headers.get('content-type')).toBeNull();
      expect((await service.get(path)).status).toBe(404);
      expect((await service.post(`${path}/access`)).status).toBe(404);
      expect((await service.get('/api/v1/memories')).body).toMatchObject([{ id: kept.id }]);
      const found = (await service.post('/api/v1/memories/search', { query: 'ephemeral' })).body;
      expect(found).toMatchObject({ count: 1, results: [{ memory: { id: kept.id } }] });
      expect((await service.post('/api/v1/memories/search', { files: ['a.ts'] })).body.count).toBe(0);
      expect((await service.delete(path)).status).toBe(404);
      const rests = await queryRows<{ rests: number }>(service.services.db)`
        select (select count(*) from memory_counters where memory_id = ${memory.id}::uuid)::int
          + (select count(*) from feedback where memory_id = ${memory.id}::uuid)::int rests`;
      expect(rests).toEqual([{ rests: 0 }]);
    },
  );

  verifies('memories.delete.unknown-404', async ({ service, other }) => {
    const theirs = await other.store();
    await service.store();
    for (const ref of [service.ref(theirs), unknownRef(service.form), 'nothing', '%25'])
      expect((await service.delete(`/api/v1/memories/${ref}`)).status).toBe(404);
    expect([await memoryCount(service), await memoryCount(other)]).toEqual([1, 1]);
  });

  verifies.formA(
    'memories.delete.again-404',
    async ({ service }) => {
      const path = `/api/v1/memories/${service.ref(await service.store())}`;
      const replies = await Promise.all(Array.from({ length: 8 }, () => service.delete(path)));
      const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).toEqual([204, 404, 404, 404, 404, 404, 404, 404]);
    },
    { title: 'of parallel deletions one deletes' },
  );
});

describe('batch delete', () => {
  verifies(['memories.batch-delete.ok', 'memories.batch-delete.some-unknown'], async ({ service }) => {
    const [a, b, c] = await service.seedMemories(3);
    const reply = await deleteBatch(service, [a, unknownRef(service.form), b]);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ deleted_count: 2 });
    const left = (await service.get('/api/v1/memories')).body as object[];
    expect(left.map((memory) => service.ref(memory))).toEqual([c]);
    expect((await deleteBatch(service, [a, b, c])).body).toEqual({ deleted_count: 1 });
  });

  verifies.formA('memories.batch-delete.foreign-kept', async ({ service, other }) => {
    const [mine] = await service.seedMemories(1);
    const theirs = await other.seedMemories(2);
    expect((await deleteBatch(service, [...theirs, mine])).body).toEqual({ deleted_count: 1 });
    expect([await memoryCount(service), await memoryCount(other)]).toEqual([0, 2]);
  });

  verifies.formA(
    ['memories.batch-delete.required', 'memories.batch-delete.non-string-422', 'memories.batch-delete.empty'],
    async ({ service }) => {
      const [ref] = await service.seedMemories(1);
      const missing = { loc: ['body', 'memory_ids'], msg: 'Field required', type: 'missing' };
      expect(await service.post(BATCH, {})).toMatchObject({ status: 422, body: { detail: [missing] } });
      for (const item of [7, null, [ref], { id: ref }, true])
        expect(await deleteBatch(service, [ref, item])).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'memory_ids', 1], type: 'string_type' }] },
        });
      for (const wrong of [ref, null, { 0: ref }])
        expect((await deleteBatch(service, wrong)).status).toBe(422);
      expect(await deleteBatch(service, [])).toMatchObject({ status: 200, body: { deleted_count: 0 } });
      expect(await memoryCount(service)).toBe(1);
    },
  );

  verifies.formA('memories.batch-delete.max-100', async ({ service }) => {
    const [first = ''] = await service.seedMemories(1);
    const fill = (count: number) => [
      first,
      ...Array.from({ length: count - 1 }, () => unknownRef(service.form)),
    ];
    expect(await deleteBatch(service, fill(101))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'memory_ids'], type: 'too_long' }] },
    });
    expect(await memoryCount(service)).toBe(1);
    expect((await deleteBatch(service, fill(100))).body).toEqual({ deleted_count: 1 });
    const refs = await service.seedMemories(100);
    expect((await deleteBatch(service, refs)).body).toEqual({ deleted_count: 100 });
    expect(await memoryCount(service)).toBe(0);
  });

  verifies.formA(
    ['memories.batch-delete.duplicates-once', 'memories.batch-delete.malformed'],
    async ({ service }) => {
      const [ref = ''] = await service.seedMemories(1);
      const malformed = ['', ' ', 'mem-', 'no id', '{}', "'", '%', `${ref} `, ref.slice(1), '\u{1F600}'];
      expect((await deleteBatch(service, malformed)).body).toEqual({ deleted_count: 0 });
      expect((await deleteBatch(service, [ref, ...malformed, ref, ref])).body).toEqual({ deleted_count: 1 });
    },
  );
});
