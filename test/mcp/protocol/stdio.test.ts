import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect as connectTo, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished } from 'vitest';
import { callTool } from '../../support/clients/mcp-client.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService } from '../../host/service.ts';
import { bridgeCommand, environmentOf, startBridge } from '../../support/clients/stdio-bridge.ts';
import { isWhole } from '../../support/portion.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

describe('the stdio bridge', () => {
  verifies(
    ['mcp.stdio.server', 'mcp.stdio.url', 'mcp.stdio.token', 'mcp.stdio.stdout'],
    async ({ service }) => {
      for (const era of ['legacy', 'modern'] as const) {
        // Anything but protocol on stdout would break the client's reading of it.
        const client = await startBridge(environmentOf(service), {
          era,
          spawned: isWhole || era === 'legacy',
        });
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toContain('memory_search');
        expect(names).toContain('document_ingest_file');
        expect(names).not.toContain('document_ingest_batch_get_upload_url');
        const stored = await callTool(client, 'memory_store', {
          title: `Kept over ${era} stdio`,
          memory_type: 'decision',
          content: 'The bridge passes calls on.',
        });
        expect(stored.structured).toMatchObject({ title: `Kept over ${era} stdio` });
        const found = await callTool(client, 'memory_search', { query: 'bridge passes calls', min_score: 0 });
        expect(found.structured.count).toBeGreaterThan(0);
        expect((await client.readResource({ uri: 'memory://index' })).contents).toHaveLength(1);
        expect((await client.listPrompts()).prompts).toHaveLength(3);
        const { structured: versions } = await callTool(client, 'sdlc_get_version');
        expect(versions).toEqual({ plugin_version: expect.any(String), server_version: expect.any(String) });
      }
    },
  );

  verifies('mcp.scope.stdio', async ({ service }) => {
    const client = await startBridge({
      ...environmentOf(service),
      WORKSPACE_MEMORY_API_TOKEN: await service.keyWithScope('read'),
    });
    expect((await callTool(client, 'memory_search', { query: 'anything' })).isError).toBe(false);
    const refused = await callTool(client, 'memory_store', {
      title: 'T',
      memory_type: 'general',
      content: 'C',
    });
    expect(refused.error).toMatchObject({ code: 'insufficient_scope', retryable: false });
  });

  verifies(['mcp.stdio.workspace-id', 'mcp.stdio.workspace-mismatch'], async ({ service, other }) => {
    const named = (id: string) =>
      startBridge({ ...environmentOf(service), WORKSPACE_MEMORY_WORKSPACE_ID: id });
    expect((await callTool(await named(service.id), 'workspace_insight')).isError).toBe(false);
    const refused = await callTool(await named(other.id), 'workspace_insight');
    expect(refused.error).toMatchObject({ code: 'invalid_workspace_id' });
  });

  testWithService('says what is missing or wrong in its settings', async ({ service }) => {
    const without = await startBridge({ WORKSPACE_MEMORY_URL: service.host.url });
    const refused = await callTool(without, 'workspace_insight');
    expect(refused.error).toMatchObject({ code: 'authentication_failed', retryable: false });
    expect(refused.error.message).toContain('WORKSPACE_MEMORY_API_TOKEN');
    const wrong = await startBridge({
      ...environmentOf(service),
      WORKSPACE_MEMORY_API_TOKEN: 'wm_live_wrong',
    });
    expect((await callTool(wrong, 'workspace_insight')).error.code).toBe('authentication_failed');
    // A client that does not know the reference, or the variable, passes it on as it is written.
    const reference = '${WORKSPACE_MEMORY_API_TOKEN}';
    const unset = await startBridge({ ...environmentOf(service), WORKSPACE_MEMORY_API_TOKEN: reference });
    const { error } = await callTool(unset, 'workspace_insight');
    expect(error).toMatchObject({ code: 'authentication_failed', retryable: false });
    expect(error.message).toContain(`is the text ${reference}`);
  });

  testWithService('says what the service refuses before a tool is reached', async ({ service }) => {
    const client = await startBridge(environmentOf(service));
    const large = { title: 'T', content: 'x'.repeat(1_100_000) };
    const { error } = await callTool(client, 'document_ingest', large);
    expect(error).toMatchObject({ code: 'payload_too_large', retryable: false });
    const { rates } = service.services;
    const rate = { perMinute: 1, burst: 1 };
    await using variant = await serveVariant(service, { rates: { ...rates, read: rate } });
    const limited = await startBridge(environmentOf(variant.service));
    expect((await callTool(limited, 'workspace_insight')).isError).toBe(false);
    const refused = await callTool(limited, 'workspace_insight');
    expect(refused.error).toMatchObject({ code: 'rate_limited', retryable: true });
  });

  testWithService('takes the address of the tool server for that of the service', async ({ service }) => {
    for (const end of ['/', '/mcp', '/mcp/']) {
      const url = `${service.host.url}${end}`;
      const client = await startBridge({ ...environmentOf(service), WORKSPACE_MEMORY_URL: url });
      expect((await callTool(client, 'workspace_insight')).structured, url).toMatchObject({
        workspace_id: service.id,
      });
    }
  });

  testWithService('ends at once without an address, saying so', async () => {
    const { command, args, env } = bridgeCommand({ WORKSPACE_MEMORY_URL: 'localhost:8787' });
    const run = spawnSync(command, args, { env, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain('not localhost:8787.');
    for (const url of ['127.0.0.1:8787', 'https://'])
      await expect(startBridge({ WORKSPACE_MEMORY_URL: url })).rejects.toThrow(`not ${url}.`);
  });

  verifies('mcp.stdio.retry', async ({ service }) => {
    // A port that nobody listens on yet.
    const gate = createServer();
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const { port } = gate.address() as AddressInfo;
    gate.close();
    await once(gate, 'close');
    const client = await startBridge({
      ...environmentOf(service),
      WORKSPACE_MEMORY_URL: `http://127.0.0.1:${port}`,
    });
    // It starts, and knows its tools, while the service is down.
    expect((await client.listTools()).tools).toHaveLength(26);
    const waiting = callTool(client, 'workspace_insight');
    const late = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const reply = await fetch(service.host.url + request.url, {
          method: 'POST',
          headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
          body: Buffer.concat(chunks),
        });
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(await reply.text());
      })();
    });
    late.listen(port, '127.0.0.1');
    onTestFinished(() => void late.close());
    expect((await waiting).structured).toMatchObject({ workspace_id: service.id });
  });

  testWithService(
    'asks again after its own service was killed, and of what broke off reads alone',
    async () => {
      const { createRemote } = await import('../../../packages/agents/src/bridge/remote.ts');
      const { createFoundRemote } = await import('../../../packages/agents/src/bridge/run-bridge.ts');
      const asked: string[] = [];
      const breaking = createServer((request) => {
        asked.push('broken');
        request.socket.destroy();
      });
      const whole = createServer((_, response) => {
        asked.push('whole');
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"result":{}}');
      });
      for (const server of [breaking, whole]) {
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
      }
      onTestFinished(() => void whole.close());
      const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const options = { key: 'wm_test_x', workspaceId: undefined, isOwn: true, retryDelaysMs: [1] };
      const broken = createRemote({ ...options, url: urlOf(breaking) });
      for (const name of ['memory_store', 'memory_search'])
        await expect(broken.request('tools/call', { name })).rejects.toMatchObject({ retryable: true });
      expect(asked).toEqual(['broken', 'broken', 'broken']);
      // Killed: nothing listens there any more, and what is found then is asked.
      const places = [urlOf(breaking), urlOf(whole)];
      breaking.close();
      breaking.closeAllConnections();
      const found = createFoundRemote(async () => createRemote({ ...options, url: places.shift() ?? '' }));
      await expect(found.request('tools/call', { name: 'memory_store' })).resolves.toEqual({});
      expect(asked.at(-1)).toBe('whole');
    },
  );

  testWithService('passes the service on as unavailable when it answers 503', async ({ service }) => {
    const down = createServer((_, response) => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"detail":"Waking up.","code":"upstream_unavailable"}');
    });
    down.listen(0, '127.0.0.1');
    await once(down, 'listening');
    onTestFinished(() => void down.close());
    const { createRemote } = await import('../../../packages/agents/src/bridge/remote.ts');
    const { port } = down.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const remote = createRemote({ url, key: service.key, workspaceId: undefined, retryDelaysMs: [1] });
    await expect(remote.request('tools/call', { name: 'workspace_insight' })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      retryable: true,
      message: 'Waking up.',
    });
  });

  verifies('mcp.stdio.proxy', async ({ service }) => {
    const asked: string[] = [];
    const proxy = createServer();
    // A proxy is asked for a tunnel; this one remembers for where and refuses.
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const client = await startBridge(
      {
        ...environmentOf(service),
        WORKSPACE_MEMORY_URL: 'https://memory.example',
        HTTPS_PROXY: `http://127.0.0.1:${port}`,
      },
      { spawned: true },
    );
    expect((await callTool(client, 'workspace_insight')).error.code).toBe('upstream_unavailable');
    expect(asked).toContain('memory.example:443');
    // Never to this machine itself.
    const near = await startBridge(
      { ...environmentOf(service), HTTP_PROXY: `http://127.0.0.1:${port}` },
      { spawned: true },
    );
    expect((await callTool(near, 'workspace_insight')).isError).toBe(false);
  });
});

describe('a private certificate authority', () => {
  verifies(
    'mcp.stdio.proxy',
    async ({ service }) => {
      const fixture = (name: string) => new URL(`../../fixtures/tls/${name}`, import.meta.url);
      const [key, cert] = await Promise.all([
        readFile(fixture('server.key')),
        readFile(fixture('server.pem')),
      ]);
      const { hostname, port } = new URL(service.host.url);
      const secure = createTlsServer({ key, cert }, (socket) => {
        const upstream = connectTo(Number(port), hostname);
        socket.pipe(upstream).pipe(socket);
        socket.on('error', () => upstream.destroy());
      });
      secure.listen(0, '127.0.0.1');
      await once(secure, 'listening');
      onTestFinished(() => void secure.close());
      const environment = {
        ...environmentOf(service),
        WORKSPACE_MEMORY_URL: `https://localhost:${(secure.address() as AddressInfo).port}`,
      };
      const authority = fixture('authority.pem').pathname;
      const trusting = await startBridge(
        { ...environment, NODE_EXTRA_CA_CERTS: authority },
        { spawned: true },
      );
      expect((await callTool(trusting, 'workspace_insight')).structured).toMatchObject({
        workspace_id: service.id,
      });
      const distrusting = await startBridge(environment);
      expect((await callTool(distrusting, 'workspace_insight')).error.code).toBe('upstream_unavailable');
    },
    { title: 'its authority named by NODE_EXTRA_CA_CERTS is trusted' },
  );
});
