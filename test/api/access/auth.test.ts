import { describe, expect } from 'vitest';
import { routeEntries, type RouteName } from '@memory/contracts';
import { hashApiKey } from '@memory/core';
import { queryRows } from '@memory/db';
import { sql } from 'drizzle-orm';
import { requestPath } from '../../support/clients/request-path.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

/** Calls every row of the table; `path` may change how it is addressed. */
async function callEveryRoute(
  service: TestWorkspace,
  options: Parameters<TestWorkspace['request']>[2],
): Promise<Record<RouteName, { status: number; authenticate: string | null; body: unknown }>> {
  const replies: Record<string, { status: number; authenticate: string | null; body: unknown }> = {};
  for (const [name, route] of routeEntries) {
    const reply = await service.request(route.method, requestPath(route.path), options);
    const authenticate = reply.headers.get('www-authenticate');
    replies[name] = { status: reply.status, authenticate, body: reply.body };
  }
  return replies;
}

const everyRoute = <Expected>(expected: Expected) =>
  Object.fromEntries(routeEntries.map(([name]) => [name, expected]));

const refused = everyRoute({
  status: 401,
  authenticate: expect.stringMatching(/^Token\b/u),
  body: { detail: expect.any(String) },
});

describe('who is asked for a key', () => {
  verifies(
    ['auth.every-endpoint', 'auth.no-anonymous', 'auth.www-authenticate', 'errors.shape.401'],
    async ({ service }) => {
      expect(await callEveryRoute(service, { key: null })).toEqual(refused);
    },
  );

  verifies(['auth.bearer-on-rest.names-token', 'auth.www-authenticate'], async ({ service }) => {
    const replies = await callEveryRoute(service, { headers: { authorization: `Bearer ${service.key}` } });
    expect(replies).toEqual(refused);
    for (const { body } of Object.values(replies))
      expect((body as { detail: string }).detail).toMatch(/\bToken\b/u);
  });

  verifies('errors.401.invalid-key', async ({ service }) => {
    const unknown = (await service.keyWithScope('admin')).replace(/.$/u, (last) =>
      last === 'A' ? 'B' : 'A',
    );
    expect(await callEveryRoute(service, { key: unknown })).toEqual(refused);
  });

  verifies(
    ['errors.401.invalid-key', 'auth.key.checksum'],
    async ({ service }) => {
      const key = await service.keyWithScope('read');
      await service.services.db.execute(sql`delete from api_keys where key_hash = ${hashApiKey(key)}`);
      expect((await service.get('/api/v1/memories', { key })).status).toBe(401);
      // Each of these differs from a key that works by one slip of the hand.
      const slips = [
        service.key.replace(/.$/u, (last) => (last === 'x' ? 'y' : 'x')),
        service.key.slice(0, -1),
        `${service.key}0`,
        service.key.replace(/(?<=_)(\w)(\w)/u, '$2$1'),
        service.key.toUpperCase(),
      ].filter((slip) => slip !== service.key);
      for (const slip of slips)
        expect((await service.get('/api/v1/memories', { key: slip })).status).toBe(401);
    },
    { title: 'a well-formed key that nobody has, and keys mistyped' },
  );

  verifies(
    'auth.key.checksum',
    async ({ service }) => {
      const mistyped = service.key.replace(/(?<=_test_)./u, (first) => (first === 'x' ? 'y' : 'x'));
      const broken = new Proxy(service.services.db, {
        get: () => () => Promise.reject(new Error('The database was asked.')),
      });
      await using variant = await serveVariant(service, { db: broken });
      expect((await variant.service.get('/api/v1/memories', { key: mistyped })).status).toBe(401);
    },
    { title: 'a mistyped key is refused without asking the database' },
  );
});

describe('the Authorization header', () => {
  verifies(['auth.token-scheme', 'auth.scheme.case-insensitive'], async ({ service }) => {
    for (const scheme of ['Token', 'token', 'TOKEN', 'tOkEn']) {
      const headers = { authorization: `${scheme} ${service.key}` };
      expect((await service.get('/api/v1/memories', { headers })).status, scheme).toBe(200);
    }
  });

  verifies(
    [
      'auth.scheme.extra-space-401',
      'auth.scheme.missing-key-401',
      'auth.scheme.other-401',
      'auth.www-authenticate',
    ],
    async ({ service }) => {
      const basic = Buffer.from(`user:${service.key}`).toString('base64');
      const wrong = [
        `Token  ${service.key}`,
        `Token   ${service.key}`,
        `Token\t${service.key}`,
        `Token ${service.key} ${service.key}`,
        'Token',
        'Token ',
        `Basic ${basic}`,
        `ApiKey ${service.key}`,
        service.key,
        `Token:${service.key}`,
        `Token "${service.key}"`,
      ];
      for (const authorization of wrong) {
        const reply = await service.get('/api/v1/memories', { headers: { authorization } });
        expect(reply, authorization).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
        expect(reply.headers.get('www-authenticate')).toMatch(/^Token\b/u);
      }
    },
  );
});

describe('a key', () => {
  verifies(['auth.key.test-prefix', 'auth.key.live-prefix'], async ({ service }) => {
    const body = { name: 'another', scope: 'read' };
    expect((await service.post('/api/v1/keys', body)).body.key).toMatch(/^wm_test_\w{20,}$/u);
    await using live = await serveVariant(service, { settings: { keyEnvironment: 'live' } });
    const { key } = (await live.service.post('/api/v1/keys', body)).body as { key: string };
    expect(key).toMatch(/^wm_live_\w{20,}$/u);
    expect((await service.get('/api/v1/memories', { key })).status).toBe(200);
  });

  verifies('auth.key.stored-hashed', async ({ service }) => {
    const { key, prefix } = (await service.post('/api/v1/keys', { name: 'n', scope: 'read' })).body as {
      key: string;
      prefix: string;
    };
    const rows = await queryRows<{ row: string }>(service.services.db)`
      select row_to_json(k)::text row from api_keys k where workspace_id = ${service.id}::uuid`;
    const dump = rows.map(({ row }) => row).join('\n');
    expect(dump).toContain(hashApiKey(key));
    expect(dump).not.toContain(key);
    expect(dump).not.toContain(key.slice(prefix.length));
    expect(prefix.length).toBeLessThan(16);
  });

  verifies('auth.workspace-from-key', async ({ service, other }) => {
    const reply = await service.post(`/api/v1/memories/store?workspace_id=${other.id}`, {
      title: 'Mine',
      narrative: 'Of the workspace of the key.',
      workspace_id: other.id,
    });
    expect(reply).toMatchObject({ status: 201, body: { workspace_id: service.id } });
    const listed = await service.get(`/api/v1/memories?workspace_id=${other.id}`);
    expect(listed.body).toMatchObject([{ workspace_id: service.id }]);
    const search = { query: 'workspace', workspace_id: other.id };
    expect((await service.post('/api/v1/memories/search', search)).body.filters.workspace_id).toBe(
      service.id,
    );
    expect((await other.get('/api/v1/memories')).body).toEqual([]);
  });

  verifies('auth.one-round-trip', async ({ service }) => {
    let statements = 0;
    const counting = new Proxy(service.services.db, {
      get(db, property, receiver) {
        if (property === 'execute') statements += 1;
        return Reflect.get(db, property, receiver) as unknown;
      },
    });
    await using variant = await serveVariant(service, {
      db: counting,
      rates: { ...service.services.rates, read: { perMinute: 1, burst: 1 } },
    });
    // A path that does not exist asks the database for nothing but the key, its workspace and its rate.
    expect((await variant.service.get('/api/v1/nothing')).status).toBe(404);
    expect(statements).toBe(1);
    expect((await variant.service.get('/api/v1/nothing')).status).toBe(429);
    expect(statements).toBe(2);
  });
});
