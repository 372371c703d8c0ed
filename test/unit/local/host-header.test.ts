import { expect } from 'vitest';
import { startLocalHost } from '../../host/local-host.ts';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { rawRequest } from '../../support/clients/raw-request.ts';
import { verifies } from '../../support/verifies.ts';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

verifies(
  ['http.known-names', 'oauth.metadata.host', 'oauth.address.configured'],
  async () => {
    const host = await startLocalHost(
      { OAUTH_ISSUER: 'https://login.example', PUBLIC_URL: 'https://memory.example' },
      { database: await sharedPglite() },
    );
    try {
      const get = (name: string) => rawRequest(host.url, [`GET ${METADATA} HTTP/1.1`, `Host: ${name}`]);
      for (const [path, method] of [
        ['/api/v1/memories', 'GET'],
        ['/api/v1/openapi.json', 'GET'],
        ['/mcp', 'POST'],
        ['/uploads', 'POST'],
        ['/anything', 'OPTIONS'],
      ] as const)
        for (const name of ['evil.example', 'localhost.evil.example:80', '']) {
          const head = [`${method} ${path} HTTP/1.1`, `Host: ${name}`, 'Content-Length: 0'];
          expect(await rawRequest(host.url, head), `${path} at ${name}`).toMatch(/^HTTP\/1\.1 403 /u);
        }
      const known = await rawRequest(host.url, ['GET /api/v1/memories HTTP/1.1', 'Host: [::1]:8787']);
      expect(known).toMatch(/^HTTP\/1\.1 401 /u);
      expect(await get('evil.example')).toMatch(/^HTTP\/1\.1 403 /u);
      for (const name of ['localhost:9999', 'memory.example'])
        expect(await get(name)).toContain('"resource":"https://memory.example/mcp"');
    } finally {
      await host.close();
    }
  },
  { title: 'names' },
);
