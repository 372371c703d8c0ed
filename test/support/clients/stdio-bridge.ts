import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serveBridge } from '../../../packages/agents/src/bridge/run-bridge.ts';
import packageJson from '../../../packages/agents/package.json' with { type: 'json' };
import { inheritedEnvironment } from '../../host/child-process.ts';
import type { ClientOptions } from './mcp-client.ts';

const COMMAND = new URL('../../../packages/agents/bin/workspace-memory.js', import.meta.url).pathname;

/** How a client starts the bridge, with no more of the environment than it is given. */
export const bridgeCommand = (environment: Record<string, string>) => ({
  command: process.execPath,
  args: [COMMAND, 'mcp'],
  env: { ...inheritedEnvironment(), ...environment },
  stderr: 'pipe' as const,
});

interface BridgeOptions extends Pick<ClientOptions, 'era'> {
  /** In a process of its own; otherwise the same bridge over streams of this one, which is a second quicker. */
  spawned?: boolean;
  /** Folders that the client works in; otherwise it says nothing of them. */
  folders?: readonly string[];
}

/** A bridge that reads no more of the environment than it is given. */
export async function startBridge(
  environment: Record<string, string>,
  { era = 'legacy', spawned = false, folders }: BridgeOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      ...(era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {}),
      ...(folders ? { capabilities: { roots: {} } } : {}),
    },
  );
  if (folders)
    client.setRequestHandler('roots/list', () => ({
      roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  await client.connect(
    spawned ? new StdioClientTransport(bridgeCommand(environment)) : bridgeHere(environment),
  );
  onTestFinished(() => client.close());
  return client;
}

function bridgeHere(environment: Record<string, string>): StdioServerTransport {
  const [asked, answered] = [new PassThrough(), new PassThrough()];
  serveBridge({
    version: packageJson.version,
    environment: { ...inheritedEnvironment(), ...environment },
    transport: new StdioServerTransport(asked, answered),
  });
  // Both ends read and write lines of JSON in the same way.
  return new StdioServerTransport(answered, asked);
}

export const environmentOf = ({ host, key }: { host: { url: string; form: string }; key: string }) => ({
  WORKSPACE_MEMORY_URL: host.url,
  WORKSPACE_MEMORY_API_TOKEN: key,
  MEMORY_ID_FORM: host.form,
  // Where tests put their files.
  WORKSPACE_MEMORY_ROOTS: tmpdir(),
});
