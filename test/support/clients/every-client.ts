import { onTestFinished } from 'vitest';
import { Client as PreviousClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as PreviousStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as PreviousHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolTransport } from '@memory/contracts/tools';
import { connectClient } from './mcp-client.ts';
import type { TestWorkspace } from '../../host/service.ts';
import { bridgeCommand, environmentOf, startBridge } from './stdio-bridge.ts';

/** Calls common to the clients of both generations. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

export interface ClientKind {
  name: string;
  transport: ToolTransport;
  connect: (service: TestWorkspace) => Promise<AnyClient>;
}

/** `@modelcontextprotocol/client` in both of its manners, and `@modelcontextprotocol/sdk`, over both transports. */
export const CLIENT_KINDS: readonly ClientKind[] = [
  {
    name: 'the present client over HTTP',
    transport: 'http',
    connect: (service) => connectClient(service, { era: 'modern' }),
  },
  {
    name: 'the present client over HTTP, with a handshake',
    transport: 'http',
    connect: (service) => connectClient(service, { era: 'legacy' }),
  },
  {
    name: 'the previous client over HTTP',
    transport: 'http',
    connect: ({ host, key }) =>
      connectPrevious(
        new PreviousHttp(new URL(`${host.url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${key}` } },
        }),
      ),
  },
  {
    name: 'the present client over stdio',
    transport: 'stdio',
    connect: (service) => startBridge(environmentOf(service), { era: 'modern' }),
  },
  {
    name: 'the present client over stdio, with a handshake',
    transport: 'stdio',
    connect: (service) => startBridge(environmentOf(service), { era: 'legacy' }),
  },
  {
    name: 'the previous client over stdio',
    transport: 'stdio',
    connect: (service) => connectPrevious(new PreviousStdio(bridgeCommand(environmentOf(service)))),
  },
];

async function connectPrevious(transport: PreviousHttp | PreviousStdio): Promise<AnyClient> {
  const client = new PreviousClient({ name: 'previous', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}
