import { expect } from 'vitest';
import { startLocalHost } from '../../support/local-host.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { verifies } from '../../support/verifies.ts';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

verifies(
  ['oauth.metadata.host', 'oauth.address.configured'],
  async () => {
    const host = await startLocalHost({
      OAUTH_ISSUER: 'https://login.example',
      PUBLIC_URL: 'https://memory.example',
    });
    try {
      const get = (name: string) => rawRequest(host.url, [`GET ${METADATA} HTTP/1.1`, `Host: ${name}`]);
      expect(await get('evil.example')).toMatch(/^HTTP\/1\.1 403 /u);
      for (const name of ['localhost:9999', 'memory.example'])
        expect(await get(name)).toContain('"resource":"https://memory.example/mcp"');
    } finally {
      await host.close();
    }
  },
  { title: 'metadata' },
);
