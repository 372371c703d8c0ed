import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const REPOSITORY = new URL('../../../', import.meta.url).pathname;

/** A server as a client's settings name it. */
type Setup =
  | { url: string; httpUrl?: undefined; headers: Record<string, string>; command?: undefined }
  | { httpUrl: string; url?: undefined; headers: Record<string, string>; command?: undefined }
  | { command: string; args: string[]; env: Record<string, string> };

interface Settings {
  mcpServers?: Record<string, Setup>;
  servers?: Record<string, Setup>;
}

const readme = readFileSync(`${REPOSITORY}packages/service/src/doors/mcp/README.md`, 'utf8');

/** A block of the README as a client takes it that reads references to the environment in its own way. */
function setupsFor({ host, key }: TestWorkspace): Setup[] {
  return [...readme.matchAll(/^```json\n(?<block>[^`]*)^```/gmu)].flatMap(({ groups }) => {
    const block = (groups?.['block'] ?? '')
      .replaceAll(/\$\{WORKSPACE_MEMORY_URL:-(?<otherwise>[^}]*)\}/gu, '$<otherwise>')
      .replaceAll(/\$\{(?:env:)?WORKSPACE_MEMORY_API_TOKEN\}|\$WORKSPACE_MEMORY_API_TOKEN/gu, key)
      .replaceAll('${input:workspace-memory-key}', key)
      .replaceAll('http://127.0.0.1:8787', host.url)
      .replaceAll('/path/to/workspace-memory', REPOSITORY);
    const { mcpServers, servers } = JSON.parse(block) as Settings;
    return Object.values(mcpServers ?? servers ?? {});
  });
}

function transportOf(setup: Setup) {
  if (setup.command === undefined)
    return new StreamableHTTPClientTransport(new URL(setup.url ?? setup.httpUrl), {
      requestInit: { headers: setup.headers },
    });
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...setup.env };
  return new StdioClientTransport({ ...setup, env, stderr: 'pipe' });
}

verifies('mcp.readme.setups', async ({ service }) => {
  const counts: number[] = [];
  for (const setup of setupsFor(service)) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transportOf(setup));
    counts.push((await client.listTools()).tools.length);
    const title = `Seen by setup ${counts.length}`;
    await service.store({ title, narrative: 'A quokka.' });
    const { structuredContent } = await client.callTool({
      name: 'memory_search',
      arguments: { query: title, min_score: 0 },
    });
    expect(JSON.stringify(structuredContent)).toContain(title);
    await client.close();
  }
  // Claude Code, Cursor, VS Code and Gemini CLI over HTTP; then the bridge: the few tools of every session.
  expect(counts).toEqual([7, 7, 7, 7, 7]);
});

testWithService('the README writes down no key', () => {
  expect(readme.match(/wm_(?:live|test)_\w+/gu)).toBeNull();
});
