import { describe, expect } from 'vitest';
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as PreviousTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { captureLog } from '../../support/capture-log.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const callOf = (name: string, args: object = {}) => message('tools/call', { name, arguments: args });

const INITIALIZE = message('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
});

/** A raw POST to the tool server; the key of the workspace unless `authorization` says otherwise. */
const post = (service: TestWorkspace, body: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
  service.post(path, body, { key: null, headers: { authorization: `Bearer ${service.key}`, ...headers } });

const FAILED = { detail: expect.any(String), code: 'authentication_failed' };

/** A database that is out of reach. */
const unreachable = () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  return new Proxy({} as TestWorkspace['services']['db'], {
    get: (_, name) => {
      // A promise that resolves with the object asks for `then`.
      if (name === 'then') return undefined;
      return () => Promise.reject(refused);
    },
  });
};

describe('clients of every generation', () => {
  verifies(['mcp.http.path', 'mcp.http.bearer', 'mcp.http.old-clients'], async ({ service }) => {
    for (const era of ['legacy', 'modern'] as const) {
      const client = await connectClient(service, { era });
      expect((await client.listTools()).tools.length).toBeGreaterThan(15);
      expect((await callTool(client, 'workspace_insight')).structured).toMatchObject({ total_memories: 0 });
      await client.close();
    }
    const previous = new PreviousClient({ name: 'previous', version: '1.0.0' });
    await previous.connect(
      new PreviousTransport(new URL(`${service.host.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${service.key}` } },
      }),
    );
    const { tools } = await previous.listTools();
    expect(tools.length).toBeGreaterThan(15);
    const refused = await previous.callTool({ name: 'memory_search', arguments: { query: 'x', limit: 0 } });
    expect(refused).toMatchObject({ isError: true });
    const found = await previous.callTool({ name: 'memory_search', arguments: { query: 'x' } });
    expect(found.structuredContent).toMatchObject({ count: 0 });
    await previous.close();
  });

  verifies('mcp.http.stateless', async ({ service }) => {
    const started = await post(service, INITIALIZE);
    expect(started).toMatchObject({
      status: 200,
      body: { result: { protocolVersion: '2025-06-18', serverInfo: { name: 'workspace-memory' } } },
    });
    expect(started.headers.get('content-type')).toContain('application/json');
    expect(started.headers.get('mcp-session-id')).toBeNull();
    // Without a handshake before it: no server keeps anything of one.
    const listed = await post(service, message('tools/list'));
    expect(listed.headers.get('content-type')).toContain('application/json');
    expect(listed.body.result.tools.length).toBeGreaterThan(15);
    expect(await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
    });
  });

  verifies('mcp.http.no-database', async ({ service }) => {
    await using variant = await serveVariant(service, { db: unreachable() });
    for (const era of ['legacy', 'modern'] as const) {
      const client = await connectClient(variant.service, { era });
      expect((await client.listTools()).tools.length).toBeGreaterThan(15);
      expect((await client.listPrompts()).prompts).toHaveLength(3);
      await client.close();
    }
  });
});

describe('refusals over HTTP', () => {
  verifies(
    ['mcp.http.missing-401', 'mcp.http.www-authenticate', 'errors.shape.tool-server-401'],
    async ({ service }) => {
      const none = await service.post('/mcp', message('tools/list'), { key: null });
      expect(none).toMatchObject({ status: 401, body: FAILED });
      expect(none.headers.get('www-authenticate')).toMatch(/^Bearer realm="workspace-memory"$/u);
      const malformed = await post(service, INITIALIZE, { authorization: 'Bearer wm_test_nonsense' });
      expect(malformed).toMatchObject({ status: 401, body: FAILED });
      const other = await service.keyWithScope('admin');
      const { body: keys } = await service.get('/api/v1/keys');
      const { id } = (keys as { id: string; name: string }[]).find(({ name }) => name === 'admin')!;
      const authorization = `Bearer ${other}`;
      expect((await post(service, callOf('workspace_insight'), { authorization })).status).toBe(200);
      await service.delete(`/api/v1/keys/${id}`);
      const revoked = await post(service, callOf('workspace_insight'), { authorization });
      expect(revoked).toMatchObject({ status: 401, body: FAILED });
      expect(revoked.headers.get('www-authenticate')).toContain('error="invalid_token"');
    },
  );

  verifies('mcp.http.token-401', async ({ service }) => {
    const reply = await service.post('/mcp', message('tools/list'));
    expect(reply).toMatchObject({ status: 401, body: FAILED });
    expect(reply.body.detail).toContain('Bearer');
  });

  verifies('mcp.http.trailing-slash-307', async ({ service }) => {
    const reply = await post(service, message('tools/list'), {}, '/mcp/');
    expect(reply.status).toBe(307);
    expect(reply.headers.get('location')).toBe('/mcp');
  });

  verifies('mcp.http.origin', async ({ service }) => {
    const from = (origin: string) => post(service, message('tools/list'), { origin });
    expect(await from('https://evil.example')).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
    expect((await from('null')).status).toBe(403);
    expect((await from('http://localhost:6274')).status).toBe(200);
    await using variant = await serveVariant(service, { corsOrigins: ['https://app.example'] });
    const allowed = await post(variant.service, message('tools/list'), { origin: 'https://app.example' });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });

  testWithService('keeps no streams and no sessions', async ({ service }) => {
    const headers = { authorization: `Bearer ${service.key}` };
    for (const method of ['GET', 'DELETE']) {
      const reply = await service.request(method, '/mcp', { key: null, headers });
      expect(reply).toMatchObject({ status: 405, body: { detail: expect.any(String) } });
      expect(reply.headers.get('allow')).toBe('POST');
    }
    expect((await service.get('/mcp', { key: null })).status).toBe(401);
  });

  testWithService('refuses what is no message, and what is too much', async ({ service }) => {
    for (const rawBody of ['{', '[]', '"text"', ''])
      expect(
        await service.request('POST', '/mcp', {
          key: null,
          rawBody,
          headers: { authorization: `Bearer ${service.key}` },
        }),
        rawBody,
      ).toMatchObject({ status: 400, body: { error: { code: -32_700 } } });
    const large = callOf('memory_store', { content: 'x'.repeat(1_100_000) });
    expect((await post(service, large)).status).toBe(413);
    expect(await post(service, message('no/such/method'))).toMatchObject({
      body: { error: { code: -32_601 } },
    });
    expect(await post(service, callOf('no_such_tool'))).toMatchObject({ body: { error: { code: -32_602 } } });
  });

  testWithService('limits calls by the rates of the key, 429 with Retry-After', async ({ service }) => {
    const rate = { perMinute: 1, burst: 1 };
    const { rates } = service.services;
    await using variant = await serveVariant(service, { rates: { ...rates, read: rate } });
    const read = () => post(variant.service, callOf('workspace_insight'));
    expect((await read()).status).toBe(200);
    const refused = await read();
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Writes have a rate of their own, and lists have none.
    expect((await post(variant.service, callOf('session_start'))).status).toBe(200);
    expect((await post(variant.service, message('tools/list'))).status).toBe(200);
  });

  verifies(['mcp.upstream-unavailable', 'errors.shape.tool-server-503'], async ({ service }) => {
    await using variant = await serveVariant(service, { db: unreachable() });
    const reply = await post(variant.service, callOf('workspace_insight'));
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: expect.any(String), code: 'upstream_unavailable' });
    expect(reply.headers.get('retry-after')).not.toBeNull();
  });

  testWithService('logs each call once, without what it says', async ({ service }) => {
    const { log, lines } = captureLog();
    await using variant = await serveVariant(service, { log });
    await post(variant.service, callOf('memory_search', { query: 'a secret question' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({ route: 'POST /mcp', asked: 'memory_search', status: 200 });
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(JSON.stringify(lines)).not.toContain(service.key);
  });

  testWithService('reveals nothing of a defect', async ({ service }) => {
    const { log, lines } = captureLog();
    const clock = () => {
      throw new Error('a defect with a secret');
    };
    await using variant = await serveVariant(service, { log, clock });
    const reply = await post(variant.service, callOf('memory_get_timeline'));
    expect(reply).toMatchObject({ status: 500, body: { detail: 'Something went wrong on our side.' } });
    expect(reply.text).not.toContain('secret');
    expect(lines.some(({ level }) => level === 'error')).toBe(true);
  });
});
