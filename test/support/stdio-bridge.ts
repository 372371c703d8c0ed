import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { inheritedEnvironment } from './child-process.ts';
import type { ClientOptions } from './mcp-client.ts';

const COMMAND = new URL('../../packages/cli/bin/workspace-memory.js', import.meta.url).pathname;

/** How a client starts the bridge, with no more of the environment than it is given. */
export const bridgeCommand = (environment: Record<string, string>) => ({
  command: process.execPath,
  args: [COMMAND, 'mcp'],
  env: { ...inheritedEnvironment(), ...environment },
  stderr: 'pipe' as const,
});

/** A bridge that reads no more of the environment than it is given. */
export async function startBridge(
  environment: Record<string, string>,
  { era = 'legacy' }: Pick<ClientOptions, 'era'> = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(new StdioClientTransport(bridgeCommand(environment)));
  onTestFinished(() => client.close());
  return client;
}

export const environmentOf = ({ host, key }: { host: { url: string; form: string }; key: string }) => ({
  WORKSPACE_MEMORY_URL: host.url,
  WORKSPACE_MEMORY_API_TOKEN: key,
  MEMORY_ID_FORM: host.form,
  // Where tests put their files.
  WORKSPACE_MEMORY_ROOTS: tmpdir(),
});
