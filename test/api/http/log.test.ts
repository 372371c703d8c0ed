import { expect } from 'vitest';
import { captureLog } from '../../support/capture-log.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService } from '../../host/service.ts';
import { unknownRef } from '../../support/unknown-ref.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SECRET = 'Quokka-7f3a';

verifies('http.log.one-line', async ({ service }) => {
  const { log, lines } = captureLog();
  await using variant = await serveVariant(service, { log });
  const store = { title: 'Logged', narrative: 'Once.' };
  const calls: [string, string, unknown, string | null, number, string][] = [
    ['POST', '/api/v1/memories/store', store, service.key, 201, 'POST /api/v1/memories/store'],
    ['GET', '/api/v1/memories', undefined, service.key, 200, 'GET /api/v1/memories/'],
    ['GET', '/api/v1/memories/', undefined, service.key, 200, 'GET /api/v1/memories/'],
    ['POST', '/api/v1/memories/store', {}, service.key, 422, 'POST /api/v1/memories/store'],
    [
      'GET',
      `/api/v1/memories/${unknownRef(service.form)}`,
      undefined,
      service.key,
      404,
      'GET /api/v1/memories/{ref}',
    ],
    ['GET', '/api/v1/memories', undefined, null, 401, 'GET /api/v1/memories/'],
    ['GET', '/nothing', undefined, service.key, 404, '$default'],
    ['PUT', '/api/v1/memories', undefined, service.key, 405, '$default'],
  ];
  for (const [method, path, body, key, status, route] of calls) {
    lines.length = 0;
    const reply = await variant.service.request(method, path, { body, key });
    expect(reply.status).toBe(status);
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: {
          requestId: reply.headers.get('x-request-id'),
          route,
          workspace: key === null ? undefined : service.id,
          status,
          durationMs: expect.any(Number),
          roundTrips: expect.any(Number),
        },
      },
    ]);
  }
});

verifies(
  'http.log.one-line',
  async ({ service }) => {
    const { log, lines } = captureLog();
    await using variant = await serveVariant(service, { log });
    await variant.service.get('/api/v1/memories');
    await variant.service.get('/nothing');
    await variant.service.get('/nothing', { key: null });
    expect(lines.map(({ fields }) => fields['roundTrips'])).toEqual([2, 1, 0]);
  },
  { title: 'it counts the round trips to the database' },
);

verifies('http.log.no-secrets', async ({ service }) => {
  const { log, lines } = captureLog();
  const broken = new Proxy(service.services.db, {
    get(db, property, receiver) {
      if (property !== 'transaction') return Reflect.get(db, property, receiver) as unknown;
      return () =>
        Promise.reject(
          Object.assign(new Error(`Failed query: insert … params: ${SECRET}`), { cause: new Error(SECRET) }),
        );
    },
  });
  await using variant = await serveVariant(service, { log, db: broken });
  const body = { title: SECRET, narrative: `${SECRET} in prose`, tags: [SECRET] };
  const headers = { 'idempotency-key': SECRET };
  expect((await variant.service.post('/api/v1/memories/store', body, { headers })).status).toBe(500);
  expect((await variant.service.post('/api/v1/memories/store', body)).status).toBe(201);
  await variant.service.post('/api/v1/memories/store', { ...body, tags: [`\u0000${SECRET}`] });
  await variant.service.post('/api/v1/memories/search', { query: SECRET });
  await variant.service.get(`/api/v1/memories?tags=${SECRET}&limit=${SECRET}`);
  await variant.service.request('POST', '/api/v1/memories/store', { rawBody: `{"title": "${SECRET}` });
  await variant.service.get('/api/v1/memories', { headers: { authorization: `Bearer ${service.key}` } });
  const created = await variant.service.post('/api/v1/keys', { name: SECRET, scope: 'read' });
  const written = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(written).toContain('"status":500');
  for (const secret of [SECRET, service.key, created.body.key as string])
    expect(written).not.toContain(secret);
});

verifies('http.log.bounded', async ({ service }) => {
  const { log, lines } = captureLog();
  await using variant = await serveVariant(service, { log });
  const ask = async (message: object, more: Record<string, string> = {}) => {
    lines.length = 0;
    const headers = { authorization: `Bearer ${service.key}`, ...more };
    await variant.service.post('/mcp', { jsonrpc: '2.0', id: 1, ...message }, { key: null, headers });
    return JSON.stringify(lines);
  };
  const long = SECRET.repeat(20_000);
  const asked = (written: string) => /"asked":"([^"]*)"/u.exec(written)?.[1];
  expect(asked(await ask({ method: 'tools/call', params: { name: 'workspace_insight' } }))).toBe(
    'workspace_insight',
  );
  expect(asked(await ask({ method: 'tools/list' }))).toBe('tools/list');
  for (const message of [
    { method: long },
    { method: 'tools/call', params: { name: long } },
    { method: 'tools/call' },
    { method: 'toString' },
  ])
    for (const header of ['x-other', 'mcp-protocol-version', 'mcp-method']) {
      const written = await ask(message, { [header]: SECRET });
      expect(asked(written)).toBe('unknown');
      expect(written).not.toContain(SECRET);
      expect(written.length).toBeLessThan(1_500);
    }
});

verifies(
  'http.log.bounded',
  async ({ service }) => {
    const { log, lines } = captureLog();
    const broken = new Proxy(service.services.db, {
      get() {
        return () => JSON.parse(SECRET) as unknown;
      },
    });
    await using variant = await serveVariant(service, { log, db: broken });
    expect((await variant.service.get('/api/v1/memories')).status).toBe(500);
    expect(JSON.stringify(lines)).toContain('SyntaxError');
    expect(JSON.stringify(lines)).not.toContain(SECRET.slice(0, 5));
  },
  { title: 'nor does a defect quote it' },
);
