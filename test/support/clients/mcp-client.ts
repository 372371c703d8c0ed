import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestWorkspace } from '../../host/service.ts';

export interface ClientOptions {
  key?: string;
  /** Protocol generation: `legacy` opens with initialize, `modern` asks with server/discover. */
  era?: 'legacy' | 'modern';
  /** After `/mcp`. */
  query?: string;
  headers?: Record<string, string>;
}

/** The official client, connected to the tool server of the host with a key of the workspace. */
export async function connectClient(
  { host, key: ownKey }: { host: Pick<TestWorkspace['host'], 'url'>; key: string },
  { key = ownKey, era = 'legacy', query = '', headers = {} }: ClientOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${host.url}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
    }),
  );
  return client;
}

/** The part of an answer that tests read. */
export interface CallReply {
  isError: boolean;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  structured: any;
  /** Of an error result. */
  error: { code: string; message: string; retryable: boolean };
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallReply> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  const text = first?.text ?? '';
  const isError = result.isError === true;
  return {
    isError,
    text,
    structured: result.structuredContent,
    error: (isError ? JSON.parse(text) : {}) as CallReply['error'],
  };
}
