import { describe, expect } from 'vitest';
import { routeEntries, SCOPES, type Scope } from '@memory/contracts';
import { requestPath } from '../../support/clients/request-path.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

/** Whether the specification lets a scope do so. */
function isPermitted(scope: Scope, { method, path }: { method: string; path: string }): boolean {
  if (scope === 'admin') return true;
  if (path.startsWith('/api/v1/keys')) return false;
  return scope === 'write' || method === 'GET';
}

/** The rows that a key of this scope is refused with 403. */
async function refusedRows(service: TestWorkspace, scope: Scope): Promise<string[]> {
  const key = await service.keyWithScope(scope);
  const refused: string[] = [];
  for (const [name, route] of routeEntries) {
    const reply = await service.request(route.method, requestPath(route.path), { key });
    if (reply.status !== 403) continue;
    expect(reply.body).toEqual({ detail: expect.any(String) });
    refused.push(name);
  }
  return refused;
}

describe('scopes over the whole route table', () => {
  for (const scope of SCOPES) {
    const expected = routeEntries.filter(([, route]) => !isPermitted(scope, route)).map(([name]) => name);
    testWithService(`a ${scope} key is refused at ${expected.length} rows`, async ({ service }) => {
      expect(await refusedRows(service, scope)).toEqual(expected);
    });
  }
});

describe('a read key', () => {
  verifies(
    [
      'auth.scope.read-get',
      'auth.scope.read-post-403',
      'auth.scope.read-search-403',
      'auth.scope.read-patch-403',
      'auth.scope.read-delete-403',
      'errors.shape.403',
    ],
    async ({ service }) => {
      const key = await service.keyWithScope('read');
      const memory = await service.store({ title: 'Kept' });
      const path = `/api/v1/memories/${service.ref(memory)}`;
      expect((await service.get('/api/v1/memories', { key })).status).toBe(200);
      expect((await service.get(path, { key })).body).toMatchObject({ id: memory.id });
      const forbidden = { status: 403, body: { detail: expect.any(String) } };
      const title = { title: 'Changed', narrative: 'Not by a reader.' };
      expect(await service.post('/api/v1/memories/store', title, { key })).toMatchObject(forbidden);
      expect(await service.post('/api/v1/memories/search', { query: 'kept' }, { key })).toMatchObject(
        forbidden,
      );
      const memory_ids = [service.ref(memory)];
      expect(await service.post('/api/v1/memories/batch-delete', { memory_ids }, { key })).toMatchObject(
        forbidden,
      );
      expect(await service.post(`${path}/access`, undefined, { key })).toMatchObject(forbidden);
      expect(await service.post(`${path}/retrieval`, undefined, { key })).toMatchObject(forbidden);
      expect(await service.post(`${path}/feedback`, { useful: true }, { key })).toMatchObject(forbidden);
      expect(await service.patch(path, { title: 'Changed' }, { key })).toMatchObject(forbidden);
      expect(await service.delete(path, { key })).toMatchObject(forbidden);
      expect((await service.get(path)).body).toMatchObject({
        ...memory,
        feedback_positive_count: 0,
      });
      expect((await service.get('/api/v1/memories')).body).toHaveLength(1);
    },
  );
});

describe('a write key', () => {
  verifies(['auth.scope.write-all-methods', 'auth.scope.write-keys-403'], async ({ service }) => {
    const key = await service.keyWithScope('write');
    const body = { title: 'By a writer', narrative: 'A narrative.' };
    const stored = await service.post('/api/v1/memories/store', body, { key });
    expect(stored.status).toBe(201);
    const path = `/api/v1/memories/${service.ref(stored.body)}`;
    expect((await service.get(path, { key })).status).toBe(200);
    expect((await service.patch(path, { title: 'Renamed' }, { key })).status).toBe(200);
    expect((await service.post('/api/v1/memories/search', { query: 'renamed' }, { key })).body.count).toBe(1);
    expect((await service.post(`${path}/access`, undefined, { key })).status).toBe(200);
    expect((await service.post(`${path}/feedback`, { useful: true }, { key })).status).toBe(201);
    expect((await service.delete(path, { key })).status).toBe(204);

    const keys = (await service.get('/api/v1/keys')).body as { id: string }[];
    expect((await service.get('/api/v1/keys', { key })).status).toBe(403);
    expect((await service.post('/api/v1/keys', { name: 'n', scope: 'read' }, { key })).status).toBe(403);
    expect((await service.delete(`/api/v1/keys/${keys[0]?.id}`, { key })).status).toBe(403);
    expect((await service.get('/api/v1/keys')).body).toHaveLength(keys.length);
  });
});

describe('an admin key', () => {
  verifies('auth.scope.admin-all', async ({ service }) => {
    const key = await service.keyWithScope('admin');
    expect(await refusedRows(service, 'admin')).toEqual([]);
    const created = await service.post('/api/v1/keys', { name: 'n', scope: 'write' }, { key });
    expect(created.status).toBe(201);
    expect((await service.get('/api/v1/keys', { key })).status).toBe(200);
    expect((await service.delete(`/api/v1/keys/${created.body.id}`, { key })).status).toBe(204);
    const stored = await service.post('/api/v1/memories/store', { title: 't', narrative: 'n' }, { key });
    expect((await service.delete(`/api/v1/memories/${service.ref(stored.body)}`, { key })).status).toBe(204);
  });
});
