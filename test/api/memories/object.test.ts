import { describe, expect } from 'vitest';
import { readConfig } from '@memory/service';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const CROCKFORD = /^mem-[0-9abcdefghjkmnpqrstvwxyz]{16}$/u;

const FIELDS = [
  'id',
  'workspace_id',
  'title',
  'narrative',
  'memory_type',
  'tags',
  'concepts',
  'source_files',
  'importance_score',
  'confidence_score',
  'content_hash',
  'pagerank_score',
  'community_label',
  'access_count',
  'retrieval_count',
  'last_accessed_at',
  'source_session_id',
  'is_consolidated',
  'consolidated_from',
  'created_at',
  'updated_at',
];

const keysOf = (value: object): string[] => Object.keys(value).sort();

/** The fields of a memory in the form under test, with those that some views add. */
const fieldsOf = (service: TestWorkspace, ...more: string[]): string[] =>
  [...FIELDS, ...(service.form === 'B' ? ['memory_id'] : []), ...more].sort();

describe('the memory object', () => {
  verifies(
    [
      'memories.object.fields',
      'memories.form-a.uuid',
      'memories.form-b.memory-id',
      'http.answers.no-extra-fields',
    ],
    async ({ service }) => {
      const memory = await service.store({ source_files: ['a.ts'] });
      const path = `/api/v1/memories/${service.ref(memory)}`;
      const plain = fieldsOf(service);
      const counts = ['feedback_positive_count', 'feedback_negative_count'];
      expect(keysOf(memory)).toEqual(plain);
      expect(keysOf((await service.get('/api/v1/memories')).body[0])).toEqual(plain);
      expect(keysOf((await service.patch(path, { title: 'Changed' })).body)).toEqual(plain);
      expect(keysOf((await service.post(`${path}/access`)).body)).toEqual(plain);
      expect(keysOf((await service.post(`${path}/retrieval`)).body)).toEqual(plain);
      const feedback = await service.post(`${path}/feedback`, { useful: true });
      expect(keysOf(feedback.body)).toEqual(fieldsOf(service, ...counts));
      const lists = ['outgoing_relationships', 'incoming_relationships'];
      expect(keysOf((await service.get(path)).body)).toEqual(fieldsOf(service, ...counts, ...lists));
      const search = await service.post('/api/v1/memories/search', { query: 'changed' });
      expect(keysOf(search.body.results[0].memory)).toEqual(plain);
      const deleted = await service.post('/api/v1/memories/batch-delete', { memory_ids: [] });
      expect(keysOf(deleted.body)).toEqual(['deleted_count']);
    },
  );

  verifies(
    [
      'memories.object.id',
      'memories.object.workspace-id',
      'memories.object.content-hash-null',
      'memories.object.pagerank-null',
      'memories.object.community-null',
      'memories.object.access-count-zero',
      'memories.object.retrieval-count-zero',
      'memories.object.last-accessed-null',
      'memories.object.source-session-null',
      'memories.object.is-consolidated-false',
      'memories.object.consolidated-from-null',
      'memories.object.updated-at-null',
    ],
    async ({ service }) => {
      const created = {
        id: expect.stringMatching(UUID),
        workspace_id: service.id,
        content_hash: null,
        pagerank_score: null,
        community_label: null,
        access_count: 0,
        retrieval_count: 0,
        last_accessed_at: null,
        source_session_id: null,
        is_consolidated: false,
        consolidated_from: null,
        updated_at: null,
      };
      const memory = await service.store();
      expect(memory).toMatchObject(created);
      expect((await service.get(`/api/v1/memories/${service.ref(memory)}`)).body).toMatchObject(created);
    },
  );

  verifies('memories.object.created-at', async ({ service }) => {
    const at = new Date('2031-05-06T07:08:09.123Z');
    await using variant = await serveVariant(service, { clock: () => at });
    const memory = await variant.service.store();
    expect(memory.created_at).toBe(at.toISOString());
    const before = Date.now();
    const { created_at } = await service.store();
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe('identifier forms', () => {
  verifies.formA('memories.form.setting-default', () => {
    expect(readConfig({}).MEMORY_ID_FORM).toBe('A');
    expect(readConfig({ MEMORY_ID_FORM: 'B' }).MEMORY_ID_FORM).toBe('B');
    for (const form of ['a', 'C', 'uuid'])
      expect(() => readConfig({ MEMORY_ID_FORM: form })).toThrow(/MEMORY_ID_FORM/u);
  });

  verifies(['memories.form.switchable', 'memories.form.consistent'], async ({ service }) => {
    const stored = await service.store({ title: 'Stored under one form', source_files: ['a.ts'] });
    const memoryIdForm = service.form === 'A' ? 'B' : 'A';
    await using variant = await serveVariant(service, { settings: { memoryIdForm } });
    const [seen] = (await variant.service.get('/api/v1/memories')).body as (typeof stored)[];
    expect(seen).toMatchObject({ id: stored.id, title: stored.title });
    const ref = variant.service.ref(seen ?? {});
    expect(ref).not.toBe(service.ref(stored));
    expect((await variant.service.get(`/api/v1/memories/${ref}`)).body).toMatchObject({ id: stored.id });
    expect((await variant.service.get(`/api/v1/memories/${service.ref(stored)}`)).status).toBe(404);
    const found = await variant.service.post('/api/v1/memories/search', { files: ['a.ts'] });
    expect(variant.service.ref(found.body.results[0].memory)).toBe(ref);
    expect('memory_id' in found.body.results[0].memory).toBe(memoryIdForm === 'B');
    const deleted = await variant.service.post('/api/v1/memories/batch-delete', {
      memory_ids: [service.ref(stored), ref],
    });
    expect(deleted.body).toEqual({ deleted_count: 1 });
  });

  verifies(['memories.form-b.alphabet', 'memories.form-b.random'], async ({ service }) => {
    await using variant = await serveVariant(service, { settings: { memoryIdForm: 'B' } });
    const ids: string[] = [];
    for (let number = 0; number < 40; number += 1) ids.push((await variant.service.store()).memory_id ?? '');
    for (const id of ids) expect(id).toMatch(CROCKFORD);
    // Neither ascending nor descending, and no place of the identifier keeps its character.
    expect(ids).not.toEqual([...ids].sort());
    expect(ids).not.toEqual([...ids].sort().reverse());
    for (let place = 4; place < 20; place += 1)
      expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(5);
  });

  verifies(
    [
      'memories.form-b.paths',
      'memories.form-b.batch-delete',
      'memories.form-b.uuid-in-path-404',
      'memories.form-b.uuid-in-body',
    ],
    async ({ service }) => {
      await using variant = await serveVariant(service, { settings: { memoryIdForm: 'B' } });
      const { id, memory_id } = await variant.service.store();
      const statuses = async (ref: string | undefined) => {
        const path = `/api/v1/memories/${ref}`;
        const { service } = variant;
        return [
          (await service.get(path)).status,
          (await service.post(`${path}/access`)).status,
          (await service.post(`${path}/retrieval`)).status,
          (await service.post(`${path}/feedback`, { useful: true })).status,
          (await service.patch(path, { title: 'Changed' })).status,
        ];
      };
      expect(await statuses(id)).toEqual([404, 404, 404, 404, 404]);
      expect((await variant.service.delete(`/api/v1/memories/${id}`)).status).toBe(404);
      expect(await statuses(memory_id)).toEqual([200, 200, 200, 201, 200]);
      const batch = async (ref: string | undefined) =>
        (await variant.service.post('/api/v1/memories/batch-delete', { memory_ids: [ref] })).body;
      expect(await batch(id)).toEqual({ deleted_count: 0 });
      expect(await batch(memory_id)).toEqual({ deleted_count: 1 });
    },
  );

  verifies('memories.form-a.memory-id-404', async ({ service }) => {
    await using inB = await serveVariant(service, { settings: { memoryIdForm: 'B' } });
    await using inA = await serveVariant(service, { settings: { memoryIdForm: 'A' } });
    const { id, memory_id } = await inB.service.store();
    const reply = await inA.service.get(`/api/v1/memories/${memory_id}`);
    expect(reply).toMatchObject({ status: 404, body: { detail: expect.stringContaining(`${memory_id}`) } });
    expect((await inA.service.get(`/api/v1/memories/${id}`)).status).toBe(200);
    const body = { memory_ids: [memory_id] };
    expect((await inA.service.post('/api/v1/memories/batch-delete', body)).body).toEqual({
      deleted_count: 0,
    });
  });

  verifies('memories.form-b.list-tags-ignored', async ({ service }) => {
    await service.store({ title: 'Tagged', tags: ['a'] });
    await service.store({ title: 'Bare' });
    const count = async (memoryIdForm: 'A' | 'B') => {
      await using variant = await serveVariant(service, { settings: { memoryIdForm } });
      return ((await variant.service.get('/api/v1/memories?tags=a')).body as unknown[]).length;
    };
    expect(await count('B')).toBe(2);
    expect(await count('A')).toBe(1);
  });
});
