import { describe, expect } from 'vitest';
import { routeEntries } from '@memory/contracts';
import { requestPath } from '../../support/clients/request-path.ts';
import { testWithService, type Reply } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const stripped = (path: string): string => path.replace(/\/$/u, '');

/** The methods of a path by the rows of the table, which list every one of them. */
function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const [, { path, method }] of routeEntries)
    methods.set(stripped(path), [...(methods.get(stripped(path)) ?? []), method]);
  return methods;
}

describe('paths', () => {
  verifies('http.paths.base', () => {
    for (const [, { path }] of routeEntries) expect(path).toMatch(/^\/api\/v1\//u);
  });

  verifies('http.paths.trailing-slash', async ({ service }) => {
    for (const [name, { method, path }] of routeEntries) {
      // Each address for an upload is a new one.
      if (name === 'createUpload') continue;
      const bare = stripped(requestPath(path));
      const [without, withSlash] = await Promise.all([
        service.request(method, bare),
        service.request(method, `${bare}/`),
      ]);
      expect([500, 307, 301], name).not.toContain(withSlash.status);
      // A list of keys tells when this one was used last.
      const timeless = ({ status, text }: Reply) => ({
        name,
        status,
        text: text.replace(/"last_used_at":"[^"]+"/u, ''),
      });
      expect(timeless(withSlash)).toEqual(timeless(without));
    }
    const memory = await service.store({ title: 'With a slash' });
    const reply = await service.patch(`/api/v1/memories/${service.ref(memory)}/`, { title: 'Changed' });
    expect(reply).toMatchObject({ status: 200, body: { title: 'Changed' } });
  });

  verifies(['http.paths.unknown-404', 'http.versioning.v1-only'], async ({ service }) => {
    const memory = await service.store();
    const ref = service.ref(memory);
    const unknown = [
      '/',
      '/api',
      '/api/v1',
      '/api/v1/nothing',
      '/api/v2/memories',
      '/v1/memories',
      '/v1/memories/store',
      `/v1/memories/${ref}`,
      `/api/v1/memories/${ref}/nothing`,
      `/api/v1/memories/${ref}/access/more`,
      '/api/v1//memories',
      '/API/V1/memories',
    ];
    for (const path of unknown) {
      const reply = await service.get(path);
      expect(reply, path).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(Object.keys(reply.body)).toEqual(['detail']);
    }
  });

  verifies(
    ['http.methods.wrong-405', 'http.methods.allow-header', 'errors.shape.405'],
    async ({ service }) => {
      for (const [path, allowed] of methodsByPath()) {
        // A session may have any name, so under /sessions a word of a path can be one.
        const mayBeSession = /\/sessions\/(?!\{)/u.test(path);
        for (const method of METHODS.filter((method) => !allowed.includes(method) && !mayBeSession)) {
          const reply = await service.request(method, requestPath(path));
          expect(reply, `${method} ${path}`).toMatchObject({ status: 405 });
          expect(reply.body).toEqual({ detail: expect.any(String) });
          expect(reply.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
        }
      }
    },
  );

  verifies('http.paths.auth-first', async ({ service }) => {
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['PUT', '/api/v1/memories'],
      ['GET', '/api/v1/memories/store'],
      ['POST', '/'],
      ['OPTIONS', '/api/v1/memories'],
      ['GET', '/api/v1/memories/%zz'],
    ] as const)
      expect(await service.request(method, path, { key: null }), path).toMatchObject({
        status: 401,
        body: { detail: expect.any(String) },
      });
  });
});

describe('every answer', () => {
  verifies(['errors.request-id', 'http.bodies.json'], async ({ service }) => {
    const seen = new Set<string>();
    const calls: [string, string, object?][] = [
      ['GET', '/api/v1/memories'],
      ['POST', '/api/v1/memories/store'],
      ['PUT', '/api/v1/memories'],
      ['GET', '/nothing'],
      ['GET', '/api/v1/memories/%zz'],
      ['GET', '/mcp/'],
      ...routeEntries.map(([, { method, path }]): [string, string] => [method, requestPath(path)]),
    ];
    for (const [method, path] of calls)
      for (const key of [service.key, null]) {
        const { headers, text, status } = await service.request(method, path, { key });
        const id = headers.get('x-request-id') ?? '';
        expect(id, `${method} ${path}`).toMatch(/^[\w=-]{8,}$/u);
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        if (status === 204 || status === 307) continue;
        expect(headers.get('content-type')).toMatch(/^application\/json\b/u);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
      }
  });

  verifies('http.timestamps.iso', async ({ service }) => {
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;
    const memory = await service.store();
    const path = `/api/v1/memories/${service.ref(memory)}`;
    await service.post(`${path}/access`);
    await service.patch(path, { title: 'Changed' });
    const { body } = await service.get(path);
    for (const field of ['created_at', 'updated_at', 'last_accessed_at']) expect(body[field]).toMatch(iso);
    for (const key of (await service.get('/api/v1/keys')).body) {
      expect(key.created_at).toMatch(iso);
      expect(key.last_used_at).toMatch(iso);
    }
  });
});
