import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { runOperation } from '@memory/service';
import type { Scope } from '@memory/contracts';
import type { Rates } from '@memory/db';
import { verifyToken } from '../../../packages/service/src/login/authenticate-login.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { startTamperingProxy } from '../../support/clients/tampering-proxy.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../../support/clients/openid-provider.ts';
import { serveVariant, type Variant } from '../../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const METADATA = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'];

const FAILED = { status: 401, body: { code: 'authentication_failed' } };

/** The service with OAuth on, and the provider whose tokens it takes. */
async function withOAuth(
  service: TestWorkspace,
  use: (parts: { variant: Variant; provider: OpenIdProvider; resource: string }) => Promise<void>,
  rates: Partial<Rates> = {},
): Promise<void> {
  const publicUrl = 'https://memory.example';
  const resource = `${publicUrl}/mcp`;
  await using provider = await startOpenIdProvider(['alice', 'bob', 'carol'], resource);
  const { mcp } = service.services;
  const oauth = { issuer: provider.issuer, audience: undefined };
  await using variant = await serveVariant(service, {
    mcp: { ...mcp, publicUrl, oauth },
    rates: { ...service.services.rates, ...rates },
  });
  await use({ variant, provider, resource });
}

const admit = (service: TestWorkspace, { issuer }: OpenIdProvider, subject: string, scope: Scope) =>
  runOperation(service.services, 'addMembership', { workspaceId: service.id, issuer, subject, scope });

const INSIGHT = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'workspace_insight' } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const post = (service: TestWorkspace, body: unknown, token: string) =>
  service.post('/mcp', body, { key: null, headers: { authorization: `Bearer ${token}` } });

describe('OAuth', () => {
  verifies(['mcp.oauth.metadata', 'mcp.oauth.challenge'], async ({ service }) => {
    await withOAuth(service, async ({ variant, provider, resource }) => {
      for (const path of METADATA)
        expect(await variant.service.get(path, { key: null })).toMatchObject({
          status: 200,
          body: { resource, authorization_servers: [provider.issuer] },
        });
      for (const authorization of ['', 'Bearer nonsense', 'Token nonsense']) {
        const headers: Record<string, string> = authorization ? { authorization } : {};
        const reply = await variant.service.post('/mcp', LIST, { key: null, headers });
        expect(reply).toMatchObject(FAILED);
        expect(reply.headers.get('www-authenticate')).toContain(
          'resource_metadata="https://memory.example/.well-known/oauth-protected-resource/mcp"',
        );
      }
      // Keys go on working beside it.
      expect((await post(variant.service, INSIGHT, service.key)).status).toBe(200);
    });
  });

  verifies('mcp.oauth.renamed-challenge', async ({ service }) => {
    await using provider = await startOpenIdProvider(['alice'], 'unused');
    await admit(service, provider, 'alice', 'read');
    const mcp = { ...service.services.mcp, oauth: { issuer: provider.issuer, audience: undefined } };
    await using variant = await serveVariant(service, { mcp });
    for (const renames of [false, true])
      for (const era of ['legacy', 'auto'] as const) {
        const challenges: (string | null)[] = [];
        const proxy = await startTamperingProxy(variant.service.host.url, ({ status, headers }) => {
          if (status !== 401) return;
          const challenge = headers.get('www-authenticate');
          challenges.push(challenge);
          if (!renames || challenge === null) return;
          headers.delete('www-authenticate');
          headers.set('x-amzn-remapped-www-authenticate', challenge);
        });
        mcp.publicUrl = proxy.url;
        const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
        await client.connect(
          new StreamableHTTPClientTransport(new URL(`${proxy.url}/mcp`), {
            authProvider: new ClientCredentialsProvider({
              clientId: 'alice',
              clientSecret: provider.clientSecret,
              expectedIssuer: provider.issuer,
            }),
          }),
        );
        expect((await client.listTools()).tools.length).toBeGreaterThan(0);
        expect(challenges).toEqual([expect.stringContaining('resource_metadata=')]);
        await client.close();
        await proxy.close();
      }
  });

  testWithService('a login has a rate for its reads and one for its writes', async ({ service }) => {
    const few = (burst: number) => ({ perMinute: 1, burst });
    await withOAuth(
      service,
      async ({ variant, provider }) => {
        await admit(service, provider, 'alice', 'write');
        const token = await provider.tokenFor('alice');
        const call = async (name: string, count: number) => {
          const found: number[] = [];
          for (let number = 0; number < count; number += 1)
            found.push((await post(variant.service, { ...INSIGHT, params: { name } }, token)).status);
          return found;
        };
        expect(await call('workspace_insight', 3)).toEqual([200, 200, 429]);
        expect(await call('session_start', 2)).toEqual([200, 429]);
      },
      { read: few(2), write: few(1) },
    );
  });

  verifies('mcp.oauth.off', async ({ service }) => {
    for (const path of METADATA) expect((await service.get(path, { key: null })).status).toBe(404);
    const { privateKey } = await generateKeyPair('RS256');
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setSubject('alice')
      .sign(privateKey);
    const reply = await post(service, LIST, token);
    expect(reply).toMatchObject(FAILED);
    expect(reply.headers.get('www-authenticate')).not.toContain('resource_metadata');
  });

  verifies('mcp.oauth.jwt', async ({ service, other }) => {
    await withOAuth(service, async ({ variant, provider }) => {
      await admit(service, provider, 'alice', 'read');
      await admit(other, provider, 'bob', 'write');
      const token = await provider.tokenFor('alice');
      for (const era of ['legacy', 'modern'] as const) {
        const client = await connectClient(variant.service, { era, key: token });
        const insight = await callTool(client, 'workspace_insight');
        expect(insight.structured).toMatchObject({ workspace_id: service.id });
        const given = { title: 'T', memory_type: 'general', content: 'C' };
        const refused = await callTool(client, 'memory_store', given);
        expect(refused.error).toMatchObject({ code: 'insufficient_scope' });
        await client.close();
      }
      await admit(service, provider, 'alice', 'write');
      const writer = await connectClient(variant.service, { key: token });
      const stored = await callTool(writer, 'memory_store', {
        title: 'T',
        memory_type: 'general',
        content: 'C',
      });
      expect((await service.get('/api/v1/memories/')).body).toMatchObject([
        { title: stored.structured.title },
      ]);
      // A membership that is taken back ends at once.
      const login = { workspaceId: service.id, issuer: provider.issuer, subject: 'alice' };
      await runOperation(service.services, 'removeMembership', login);
      expect((await callTool(writer, 'workspace_insight')).error.code).toBe('no_workspace_membership');
    });
  });

  verifies(
    ['mcp.oauth.workspace-not-specified', 'mcp.oauth.invalid-workspace', 'mcp.oauth.no-membership'],
    async ({ service, other }) => {
      await withOAuth(service, async ({ variant, provider }) => {
        await admit(service, provider, 'alice', 'write');
        await admit(other, provider, 'alice', 'read');
        await admit(other, provider, 'bob', 'read');
        const key = await provider.tokenFor('alice');
        const alice = await connectClient(variant.service, { key });
        const unnamed = await callTool(alice, 'workspace_insight');
        expect(unnamed.error).toMatchObject({ code: 'workspace_not_specified', retryable: false });
        for (const { id } of [service, other]) {
          const named = await callTool(alice, 'workspace_insight', { workspace_id: id });
          expect(named.structured).toMatchObject({ workspace_id: id });
        }
        const inAddress = await connectClient(variant.service, { key, query: `?workspace_id=${other.id}` });
        expect((await callTool(inAddress, 'memory_explore', { query: 'x' })).isError).toBe(false);
        const torn = await callTool(inAddress, 'workspace_insight', { workspace_id: service.id });
        expect(torn.error.code).toBe('invalid_workspace_id');
        const bob = await connectClient(variant.service, { key: await provider.tokenFor('bob') });
        const foreign = await callTool(bob, 'workspace_insight', { workspace_id: service.id });
        const unknown = await callTool(bob, 'workspace_insight', { workspace_id: 'nonsense' });
        expect([foreign.error.code, unknown.error.code]).toEqual([
          'invalid_workspace_id',
          'invalid_workspace_id',
        ]);
        expect(foreign.error.message.replace(service.id, 'nonsense')).toBe(unknown.error.message);
        const carol = await connectClient(variant.service, { key: await provider.tokenFor('carol') });
        expect((await callTool(carol, 'workspace_insight')).error.code).toBe('no_workspace_membership');
        await expect(carol.readResource({ uri: 'memory://index' })).rejects.toThrow('member of no workspace');
      });
    },
  );

  verifies(['mcp.oauth.authentication-failed', 'mcp.oauth.audience'], async ({ service }) => {
    await withOAuth(service, async ({ variant, provider, resource }) => {
      await admit(service, provider, 'alice', 'write');
      const good = await provider.tokenFor('alice');
      expect(decodeJwt(good)).toMatchObject({ aud: resource, sub: 'alice' });
      expect((await post(variant.service, INSIGHT, good)).status).toBe(200);
      const elsewhere = await provider.tokenFor('alice', { resource: 'https://other.example/mcp' });
      expect(await post(variant.service, INSIGHT, elsewhere)).toMatchObject(FAILED);
      const [header = '', payload = '', signature = ''] = good.split('.');
      const altered = Buffer.from(JSON.stringify({ ...decodeJwt(good), sub: 'bob' })).toString('base64url');
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      const { privateKey } = await generateKeyPair('RS256');
      const claims = { aud: resource, sub: 'alice', iss: provider.issuer };
      const sign = (more: object, expiry: string) =>
        new SignJWT({ ...claims, ...more })
          .setProtectedHeader({ alg: 'RS256', kid: 'ours' })
          .setIssuedAt()
          .setExpirationTime(expiry)
          .sign(privateKey);
      for (const token of [
        `${header}.${altered}.${signature}`,
        unsigned,
        `${header}.${payload}`,
        await sign({}, '5m'),
        await sign({ iss: 'https://evil.example' }, '5m'),
      ])
        expect(await post(variant.service, LIST, token), token).toMatchObject(FAILED);
    });
  });

  verifies('oauth.id-token', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    await using issuer = await serveKeys(await exportJWK(publicKey));
    const resource = 'https://memory.example/mcp';
    const judge = async (claims: object, expiry = '5m', audience?: string, typ?: string) => {
      const token = await new SignJWT({ sub: 'alice', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key', ...(typ ? { typ } : {}) })
        .setIssuer(issuer.url)
        .setExpirationTime(expiry)
        .sign(privateKey);
      return verifyToken(token, { issuer: issuer.url, audience, resource });
    };
    const alice = { issuer: issuer.url, subject: 'alice' };
    const refused = { code: 'authentication_failed' };
    await expect(judge({ aud: resource })).resolves.toEqual(alice);
    await expect(judge({ aud: ['another', resource] })).resolves.toEqual(alice);
    // Cognito names the client where others name the audience, and says what a token is for.
    await expect(judge({ client_id: 'app', token_use: 'access' }, '5m', 'web, app')).resolves.toEqual(alice);
    await expect(judge({ aud: 'app', token_use: 'id' }, '5m', 'app')).rejects.toMatchObject(refused);
    for (const claim of ['nonce', 'at_hash', 'c_hash'])
      await expect(judge({ aud: 'app', [claim]: 'x' }, '5m', 'app')).rejects.toMatchObject(refused);
    await expect(judge({ aud: 'app' }, '5m', 'app', 'logout+jwt')).rejects.toMatchObject(refused);
    for (const typ of ['at+jwt', 'application/at+jwt', 'JWT'])
      await expect(judge({ aud: 'app' }, '5m', 'app', typ)).resolves.toEqual(alice);
    await expect(judge({ client_id: 'app' })).rejects.toMatchObject(refused);
    await expect(judge({})).rejects.toMatchObject(refused);
    await expect(judge({ aud: resource }, '-5m')).rejects.toMatchObject(refused);
    await expect(judge({ aud: resource, sub: undefined })).rejects.toMatchObject(refused);
  });

  testWithService('says that the provider is out of reach, and is no less strict for it', async () => {
    const unreachable = { issuer: 'http://127.0.0.1:9', audience: undefined, resource: 'x' };
    await expect(verifyToken('a.b.c', unreachable)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});

/** The two documents of a provider that is nothing but its key. */
async function serveKeys(key: object): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    const document = request.url?.includes('openid-configuration')
      ? { issuer: url, jwks_uri: `${url}/keys` }
      : { keys: [{ ...key, kid: 'key', alg: 'RS256' }] };
    response.end(JSON.stringify(document));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
