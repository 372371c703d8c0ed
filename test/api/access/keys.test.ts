import { describe, expect } from 'vitest';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

interface Key {
  id: string;
  key: string;
}

async function createKey(service: TestWorkspace, body: object): Promise<Key> {
  const reply = await service.post('/api/v1/keys', body);
  expect(reply.status).toBe(201);
  return reply.body as Key;
}

const statusWith = async (service: TestWorkspace, key: string): Promise<number> =>
  (await service.get('/api/v1/memories', { key })).status;

const issueAt = (...loc: string[]) => ({
  status: 422,
  body: { detail: [{ loc: ['body', ...loc], msg: expect.any(String), type: expect.any(String) }] },
});

describe('POST /api/v1/keys', () => {
  verifies(
    ['keys.create.created', 'keys.create.secret-works', 'auth.key.name-and-scope'],
    async ({ service }) => {
      for (const scope of ['read', 'write', 'admin']) {
        const reply = await service.post('/api/v1/keys', { name: `For ${scope}`, scope });
        expect(reply).toMatchObject({ status: 201, body: { name: `For ${scope}`, scope } });
        expect(reply.body).toEqual({
          id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
          name: `For ${scope}`,
          scope,
          prefix: expect.any(String),
          key: expect.stringMatching(/^wm_test_/u),
          created_at: expect.stringMatching(/Z$/u),
          expires_at: null,
          last_used_at: null,
          revoked_at: null,
        });
        const { key } = reply.body as Key;
        expect(await statusWith(service, key)).toBe(200);
        const mayWrite = await service.post('/api/v1/memories/batch-delete', { memory_ids: [] }, { key });
        expect(mayWrite.status).toBe(scope === 'read' ? 403 : 200);
        expect((await service.get('/api/v1/keys', { key })).status).toBe(scope === 'admin' ? 200 : 403);
      }
    },
  );

  verifies(['keys.create.shown-once', 'keys.list', 'auth.key.name-and-scope'], async ({ service }) => {
    const created = await createKey(service, { name: 'Shown once', scope: 'read' });
    const listed = await service.get('/api/v1/keys');
    expect(listed.status).toBe(200);
    const { key, ...record } = created;
    expect(listed.body).toContainEqual(record);
    expect(listed.text).not.toContain(key);
    expect(listed.text).not.toContain(service.key);
    for (const item of listed.body as object[])
      expect(Object.keys(item).sort()).toEqual(Object.keys(record).sort());
  });

  verifies(
    ['keys.create.name-required', 'keys.create.scope-required', 'keys.create.scope-values'],
    async ({ service }) => {
      const keys = (await service.get('/api/v1/keys')).body as Key[];
      const scope = 'read';
      expect(await service.post('/api/v1/keys', { scope })).toMatchObject(issueAt('name'));
      for (const name of ['', '  ', null, 7, 'n'.repeat(256)])
        expect(await service.post('/api/v1/keys', { name, scope })).toMatchObject(issueAt('name'));
      expect(await service.post('/api/v1/keys', { name: 'n' })).toMatchObject(issueAt('scope'));
      for (const wrong of ['owner', 'READ', '', null, ['read']])
        expect(await service.post('/api/v1/keys', { name: 'n', scope: wrong })).toMatchObject(
          issueAt('scope'),
        );
      expect((await service.get('/api/v1/keys')).body).toHaveLength(keys.length);
      await createKey(service, { name: 'n'.repeat(255), scope });
    },
  );

  verifies(['keys.create.expires-at', 'errors.401.inactive-key'], async ({ service }) => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const working = await createKey(service, { name: 'n', scope: 'read', expires_at: soon });
    expect(working).toMatchObject({ expires_at: soon });
    expect(await statusWith(service, working.key)).toBe(200);
    const past = new Date(Date.now() - 1_000).toISOString();
    const expired = await createKey(service, { name: 'n', scope: 'read', expires_at: past });
    const reply = await service.get('/api/v1/memories', { key: expired.key });
    expect(reply).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
    const inOffset = await createKey(service, {
      name: 'n',
      scope: 'read',
      expires_at: '2099-01-01T01:00:00+02:00',
    });
    expect(inOffset).toMatchObject({ expires_at: '2098-12-31T23:00:00.000Z' });
    expect(await createKey(service, { name: 'n', scope: 'read', expires_at: null })).toMatchObject({
      expires_at: null,
    });
  });

  verifies('keys.create.expires-at-invalid', async ({ service }) => {
    const invalid = [
      '',
      'tomorrow',
      '2099-13-01T00:00:00Z',
      '2099-02-30T00:00:00Z',
      '2099-01-01',
      4_070_908_800,
      {},
    ];
    // Years that JavaScript and PostgreSQL do not both know.
    invalid.push('0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59');
    for (const expires_at of invalid)
      expect(await service.post('/api/v1/keys', { name: 'n', scope: 'read', expires_at })).toMatchObject(
        issueAt('expires_at'),
      );
    await createKey(service, { name: 'n', scope: 'read', expires_at: '9999-12-31T23:59:59Z' });
  });
});

describe('GET /api/v1/keys', () => {
  verifies('keys.list.own-workspace', async ({ service, other }) => {
    const mine = await createKey(service, { name: 'Mine', scope: 'read' });
    const theirs = await createKey(other, { name: 'Theirs', scope: 'read' });
    const ids = async (workspace: TestWorkspace) =>
      ((await workspace.get('/api/v1/keys')).body as Key[]).map(({ id }) => id);
    expect(await ids(service)).toContain(mine.id);
    expect(await ids(service)).not.toContain(theirs.id);
    expect(await ids(other)).toContain(theirs.id);
    expect(await ids(other)).not.toContain(mine.id);
  });
});

describe('DELETE /api/v1/keys/{id}', () => {
  verifies(['keys.revoke.no-content', 'auth.revocation.immediate'], async ({ service }) => {
    const { id, key } = await createKey(service, { name: 'To be revoked', scope: 'write' });
    expect(await statusWith(service, key)).toBe(200);
    const reply = await service.delete(`/api/v1/keys/${id}`);
    expect(reply).toMatchObject({ status: 204, text: '' });
    for (let call = 1; call <= 3; call += 1) expect(await statusWith(service, key)).toBe(401);
    const listed = (await service.get('/api/v1/keys')).body as { id: string; revoked_at: string | null }[];
    expect(listed.find((item) => item.id === id)?.revoked_at).toEqual(expect.stringMatching(/Z$/u));
  });

  verifies(
    'auth.revocation.immediate',
    async ({ service }) => {
      const { id, key } = await createKey(service, { name: 'In use', scope: 'read' });
      let revoked = false;
      const calls = Array.from({ length: 40 }, async (_, number) => {
        if (number === 10) {
          await service.delete(`/api/v1/keys/${id}`);
          revoked = true;
        }
        const late = revoked;
        const status = await statusWith(service, key);
        return late ? status : 401;
      });
      expect(new Set(await Promise.all(calls))).toEqual(new Set([401]));
      expect(await statusWith(service, key)).toBe(401);
    },
    { title: 'a key in use by parallel calls' },
  );

  verifies('auth.rotation', async ({ service }) => {
    const old = await createKey(service, { name: 'Old', scope: 'admin' });
    const fresh = await createKey(service, { name: 'New', scope: 'admin' });
    expect([await statusWith(service, old.key), await statusWith(service, fresh.key)]).toEqual([200, 200]);
    expect((await service.delete(`/api/v1/keys/${old.id}`, { key: fresh.key })).status).toBe(204);
    expect([await statusWith(service, old.key), await statusWith(service, fresh.key)]).toEqual([401, 200]);
  });

  verifies(['keys.revoke.unknown-404', 'errors.shape.not-found'], async ({ service, other }) => {
    const theirs = await createKey(other, { name: 'Theirs', scope: 'read' });
    const unknown = '0193b0a0-0000-7000-8000-000000000001';
    for (const id of [theirs.id, unknown, 'no-uuid', '%00', "'; drop table api_keys; --"]) {
      const reply = await service.delete(`/api/v1/keys/${id === '%00' ? id : encodeURIComponent(id)}`);
      expect(reply).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      if (id !== '%00') expect(reply.body.detail).toContain(id);
    }
    const of = async (id: string) => (await service.delete(`/api/v1/keys/${id}`)).text.replaceAll(id, '<id>');
    expect(await of(theirs.id)).toBe(await of(unknown));
    expect(await statusWith(other, theirs.key)).toBe(200);
  });

  verifies('keys.revoke.last-admin-409', async ({ service }) => {
    const [first] = (await service.get('/api/v1/keys')).body as Key[];
    await createKey(service, { name: 'No admin', scope: 'write' });
    const past = new Date(Date.now() - 1_000).toISOString();
    await createKey(service, { name: 'Expired admin', scope: 'admin', expires_at: past });
    const reply = await service.delete(`/api/v1/keys/${first?.id}`);
    expect(reply).toMatchObject({ status: 409, body: { detail: expect.stringContaining(`${first?.id}`) } });
    expect(await statusWith(service, service.key)).toBe(200);
    const second = await createKey(service, { name: 'Second admin', scope: 'admin' });
    expect((await service.delete(`/api/v1/keys/${first?.id}`)).status).toBe(204);
    expect(await statusWith(service, service.key)).toBe(401);
    expect((await service.delete(`/api/v1/keys/${second.id}`, { key: second.key })).status).toBe(409);
  });
});

verifies('keys.no-workspace-endpoint', async ({ service }) => {
  for (const path of ['/api/v1/workspaces', '/api/v1/workspace', '/api/v1/workspaces/create']) {
    const reply = await service.post(path, { name: 'Another' });
    expect(reply).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
  }
  const document = (await service.get('/api/v1/openapi.json')).body as { paths: object };
  expect(Object.keys(document.paths).filter((path) => path.includes('workspace'))).toEqual([]);
  // The way of the operator command is closed to keys.
  const headers = { authorization: `Bearer ${service.key}` };
  const body = { operation: 'createWorkspace', input: { name: 'Another' } };
  expect((await service.post('/.local/operations', body, { headers })).status).toBe(401);
  await using variant = await serveVariant(service, {});
  expect((await variant.service.post('/.local/operations', body)).status).toBe(401);
});
