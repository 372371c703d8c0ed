import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

verifies(['mcp.sdlc-get-version.versions', 'product.version-tool'], async ({ service }) => {
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as {
    version: string;
  };
  const { structured } = await callTool(await connectClient(service), 'sdlc_get_version');
  expect(structured).toEqual({ plugin_version: version, server_version: version });
});
